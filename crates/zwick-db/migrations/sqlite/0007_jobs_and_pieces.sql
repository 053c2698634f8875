-- What users start are jobs; what one worker does of a job is a piece. Here a job is done by the processes that were started for it, so it
-- has one piece, which is all of it. The tables are the same on a server, where workers share jobs.
ALTER TABLE jobs RENAME TO begun;

CREATE TABLE jobs (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    work           TEXT    NOT NULL,
    wanted         BIGINT  NOT NULL,
    state          TEXT    NOT NULL,
    problem        TEXT,
    saved          BIGINT  NOT NULL DEFAULT 0,
    created        BIGINT  NOT NULL,
    begun          BIGINT  NOT NULL, -- or resumed
    done_before    BIGINT  NOT NULL DEFAULT 0,
    worked         BIGINT  NOT NULL DEFAULT 0,
    is_ended       BOOLEAN NOT NULL DEFAULT FALSE,
    is_for_workers BOOLEAN NOT NULL,
    checksum       BIGINT  NOT NULL
);

CREATE UNIQUE INDEX jobs_here ON jobs (work) WHERE NOT is_for_workers;

CREATE TABLE pieces (
    job_id   BIGINT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    number   BIGINT NOT NULL,
    part     TEXT   NOT NULL, -- of the job; empty if it is all of it
    done     BIGINT NOT NULL,
    wanted   BIGINT NOT NULL,
    checksum BIGINT NOT NULL,
    PRIMARY KEY (job_id, number)
) WITHOUT ROWID;

-- The program computes the checksums.
INSERT INTO jobs (work, wanted, state, created, begun, is_for_workers, checksum)
SELECT name, wanted, 'stopped', CAST(strftime('%s', 'now') AS INTEGER) * 1000, CAST(strftime('%s', 'now') AS INTEGER) * 1000, FALSE, 0
FROM begun ORDER BY name;
INSERT INTO pieces (job_id, number, part, done, wanted, checksum)
SELECT id, 0, '', done, begun.wanted, begun.checksum FROM begun JOIN jobs ON work = name;
DROP TABLE begun;
