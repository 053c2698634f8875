-- A game is its text; the other columns are taken from it, for lists. Every change has a number, counted from 1.
CREATE TABLE games (
    id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game          TEXT   NOT NULL,
    first_player  TEXT   NOT NULL,
    second_player TEXT   NOT NULL,
    result        TEXT   NOT NULL,
    plies         BIGINT NOT NULL,
    text          TEXT   NOT NULL,
    event         BIGINT NOT NULL,
    created       BIGINT NOT NULL,
    updated       BIGINT NOT NULL
);

CREATE TABLE game_events (
    game_id BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number  BIGINT NOT NULL,
    change  TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (game_id, number)
);

-- Where the canonical image of a position occurred.
CREATE TABLE game_positions (
    game    TEXT   NOT NULL,
    key     BIGINT NOT NULL,
    game_id BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply     BIGINT NOT NULL,
    PRIMARY KEY (game, key, game_id, ply)
);

CREATE INDEX game_positions_by_game ON game_positions (game_id, ply);
