-- How games are known outside: numbers can be counted through, ids cannot. Games from before are known by their numbers.
CREATE TABLE game_links (
    id        TEXT   NOT NULL PRIMARY KEY,
    game_id   BIGINT NOT NULL UNIQUE REFERENCES games (id) ON DELETE CASCADE,
    listed_by BIGINT NOT NULL, -- the sides that want the game to be listed: 1 and 2; it is listed if both do
    touched   BIGINT,          -- when somebody last asked for the game; none if it is kept for good, as nobody plays it
    checksum  BIGINT NOT NULL DEFAULT 0 -- of all columns but the last time; the program computes those of games from before
) WITHOUT ROWID;

CREATE INDEX game_links_by_touch ON game_links (touched) WHERE touched IS NOT NULL;
CREATE INDEX game_links_listed ON game_links (game_id) WHERE listed_by = 3;

-- Whoever comes back after this update finds the game, however old it is: the time counts from now.
INSERT INTO game_links (id, game_id, listed_by, touched)
SELECT CAST(id AS TEXT), id, CASE WHEN note = '' THEN 3 ELSE 0 END,
       CASE WHEN note = '' THEN NULL ELSE CAST(strftime('%s', 'now') AS INTEGER) * 1000 END
FROM games;
