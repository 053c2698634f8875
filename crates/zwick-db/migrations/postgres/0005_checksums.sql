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

-- Servers and workers of an older version, which know no checksums, cannot write any more: what they wrote could not be read.
ALTER TABLE positions ALTER COLUMN checksum DROP DEFAULT;
ALTER TABLE jobs ALTER COLUMN checksum DROP DEFAULT;
ALTER TABLE games ALTER COLUMN text_checksum DROP DEFAULT;
ALTER TABLE games ALTER COLUMN checksum DROP DEFAULT;
ALTER TABLE game_events ALTER COLUMN checksum DROP DEFAULT;
ALTER TABLE game_positions ALTER COLUMN checksum DROP DEFAULT;

CREATE FUNCTION refuse_unsigned() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW IS DISTINCT FROM OLD AND NEW.checksum = OLD.checksum THEN
        RAISE EXCEPTION 'expected a change with a checksum, found one of an older zwick: restart it with the new version';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER refuse_unsigned BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION refuse_unsigned();
CREATE TRIGGER refuse_unsigned BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION refuse_unsigned();

-- Orders and their values live only here, and change column by column: the server itself keeps their checksums, and refuses to change a
-- record that does not match its own.
ALTER TABLE orders ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE solved ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;

CREATE FUNCTION checksum_of(record JSONB) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
    SELECT CAST(CAST('x' || left(encode(sha256(convert_to(CAST(record - 'checksum' AS TEXT), 'UTF8')), 'hex'), 16) AS BIT(64)) AS BIGINT)
$$;

CREATE FUNCTION keep_checksum() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.checksum <> zwick.checksum_of(to_jsonb(OLD)) THEN
        RAISE EXCEPTION 'a record of % has a wrong checksum', TG_TABLE_NAME USING ERRCODE = 'data_corrupted';
    END IF;
    NEW.checksum := zwick.checksum_of(to_jsonb(NEW));
    RETURN NEW;
END
$$;

UPDATE orders SET checksum = checksum_of(to_jsonb(orders));
UPDATE solved SET checksum = checksum_of(to_jsonb(solved));
CREATE TRIGGER keep_checksum BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION keep_checksum();
CREATE TRIGGER keep_checksum BEFORE INSERT OR UPDATE ON solved FOR EACH ROW EXECUTE FUNCTION keep_checksum();

-- One row that is written again and again, to see whether there is room for as much as a game takes.
CREATE TABLE health (
    id   BIGINT NOT NULL PRIMARY KEY,
    at   BIGINT NOT NULL,
    room TEXT   NOT NULL
);
