-- Whoever watches a game is told of its changes, whichever server made them.
CREATE FUNCTION tell_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('zwick_games', NEW.game_id || ' ' || NEW.number);
    RETURN NULL;
END
$$;

CREATE TRIGGER tell_change AFTER INSERT ON game_events FOR EACH ROW EXECUTE FUNCTION tell_change();

-- Work that workers share. Its pieces are rows of jobs, which go as they are done: an order without any is done.
CREATE TABLE orders (
    id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    settings    TEXT    NOT NULL,
    wanted      BIGINT  NOT NULL,
    state       TEXT    NOT NULL, -- running, stopped or failed
    problem     TEXT,
    saved       BIGINT  NOT NULL DEFAULT 0,
    created     BIGINT  NOT NULL,
    begun       BIGINT  NOT NULL, -- or gone on with
    done_before BIGINT  NOT NULL DEFAULT 0,
    worked      BIGINT  NOT NULL DEFAULT 0,
    is_ended    BOOLEAN NOT NULL DEFAULT FALSE
);

ALTER TABLE jobs ADD COLUMN order_id BIGINT REFERENCES orders (id) ON DELETE CASCADE;
CREATE INDEX jobs_by_order ON jobs (order_id) WHERE order_id IS NOT NULL;

-- Positions to be solved, piece by piece, and their values: plies to a win, the same negative for a loss, 0 for a draw.
CREATE TABLE solved (
    name     TEXT       NOT NULL PRIMARY KEY,
    order_id BIGINT     NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    number   BIGINT     NOT NULL,
    keys     BIGINT[]   NOT NULL,
    plies    SMALLINT[]
);
CREATE INDEX solved_by_order ON solved (order_id, number);
