-- Random games are guesses. Those of the pipeline were kept as if a search had found them, though only what it proves is to be kept.
DELETE FROM positions WHERE NOT exact AND (source IN ('v1', 'pipeline') OR source LIKE 'pipeline:%');
-- A search over random games guesses too: depth 0 says so.
UPDATE positions SET depth = 0 WHERE NOT exact
    AND (source IN ('v2', 'v4', 'negamax-mc', 'monte-carlo', 'mcts') OR source LIKE 'negamax-mc:%' OR source LIKE 'monte-carlo:%'
    OR source LIKE 'mcts:%' OR source LIKE '%eval=playouts%');

-- Every record carries the checksum of its columns; the program computes those of the records that are there.
ALTER TABLE positions ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN text_checksum BIGINT NOT NULL DEFAULT 0; -- of text and note
ALTER TABLE games ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0; -- of all columns but text and note
ALTER TABLE game_events ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE game_positions ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;

-- One row that is written again and again, to see whether there is room for as much as a game takes.
CREATE TABLE health (
    id   BIGINT NOT NULL PRIMARY KEY,
    at   BIGINT NOT NULL,
    room TEXT   NOT NULL
);
