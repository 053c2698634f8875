-- v1 counts only the random games it wins and v4 counts in tenths, but seeding stored such numbers as means of random games.
DELETE FROM positions
WHERE NOT exact AND (source = 'v1' OR source LIKE 'v1:%' OR source = 'v4' OR source LIKE 'v4:%');
