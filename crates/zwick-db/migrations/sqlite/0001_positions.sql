-- One record for all symmetric images of a position: key and best move are those of the canonical one.
CREATE TABLE positions (
    game   TEXT    NOT NULL,
    key    BIGINT  NOT NULL,
    phase  BIGINT  NOT NULL,
    best   TEXT    NOT NULL,
    score  BIGINT  NOT NULL,
    depth  BIGINT  NOT NULL,
    exact  BOOLEAN NOT NULL,
    source TEXT    NOT NULL,
    PRIMARY KEY (game, key)
) WITHOUT ROWID;

-- Work that was begun: how much of it is done, and how much is wanted.
CREATE TABLE jobs (
    name   TEXT   NOT NULL PRIMARY KEY,
    done   BIGINT NOT NULL,
    wanted BIGINT NOT NULL
) WITHOUT ROWID;
