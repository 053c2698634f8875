-- How long games have been served, in milliseconds: clocks count in this, so they stand still while no server can answer.
CREATE TABLE served (
    id           BIGINT NOT NULL PRIMARY KEY,
    milliseconds BIGINT NOT NULL,
    at           BIGINT NOT NULL -- when that was counted last, in milliseconds since 1970
);

INSERT INTO served (id, milliseconds, at) VALUES (1, 0, 0);

-- Games whose clock runs, and when the time of the side to move is up, in milliseconds served. The game itself says so too: what stands
-- here only tells which games to look at.
CREATE TABLE game_clocks (
    game_id BIGINT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    due     BIGINT NOT NULL
);

CREATE INDEX game_clocks_by_due ON game_clocks (due);
