-- What users start are jobs, until now called orders; what workers do of them are pieces, until now called jobs.
ALTER TABLE jobs RENAME TO pieces;
ALTER TABLE pieces DROP CONSTRAINT jobs_pkey;
ALTER TABLE orders RENAME TO jobs;
ALTER TABLE jobs RENAME CONSTRAINT orders_pkey TO jobs_pkey;
ALTER SEQUENCE orders_id_seq RENAME TO jobs_id_seq;

-- These checksums cover the names of columns, so they are computed anew. A record that did not match its own before still does not.
ALTER TABLE jobs DISABLE TRIGGER keep_checksum, ADD COLUMN was_sound BOOLEAN;
ALTER TABLE solved DISABLE TRIGGER keep_checksum, ADD COLUMN was_sound BOOLEAN;
UPDATE jobs SET was_sound = checksum = checksum_of(to_jsonb(jobs) - 'was_sound');
UPDATE solved SET was_sound = checksum = checksum_of(to_jsonb(solved) - 'was_sound');

ALTER TABLE jobs RENAME COLUMN settings TO work;
ALTER TABLE jobs ADD COLUMN is_for_workers BOOLEAN NOT NULL DEFAULT TRUE; -- or for the processes that were started for it
CREATE UNIQUE INDEX jobs_here ON jobs (work) WHERE NOT is_for_workers;

DROP INDEX solved_by_order;
ALTER TABLE solved RENAME CONSTRAINT solved_order_id_fkey TO solved_job_id_fkey;
ALTER TABLE solved RENAME COLUMN order_id TO job_id;
ALTER TABLE solved DROP COLUMN name;
ALTER TABLE solved ADD PRIMARY KEY (job_id, number);

UPDATE jobs SET checksum = checksum_of(to_jsonb(jobs) - 'was_sound') WHERE was_sound;
UPDATE solved SET checksum = checksum_of(to_jsonb(solved) - 'was_sound') WHERE was_sound;
ALTER TABLE jobs DROP COLUMN was_sound, ENABLE TRIGGER keep_checksum;
ALTER TABLE solved DROP COLUMN was_sound, ENABLE TRIGGER keep_checksum;

DROP INDEX jobs_by_order;
-- Older programs cannot write to this table any more.
DROP TRIGGER refuse_unsigned ON pieces;
ALTER TABLE pieces RENAME CONSTRAINT jobs_order_id_fkey TO pieces_job_id_fkey;
ALTER TABLE pieces RENAME COLUMN order_id TO job_id;
ALTER TABLE pieces RENAME COLUMN name TO part; -- of the job; empty if it is all of it
ALTER TABLE pieces ADD COLUMN number BIGINT;
-- The number of a piece was part of its name: "7/3 move 4" was number 3 of order 7. A damaged name gets a number that no other piece has.
UPDATE pieces SET part = regexp_replace(part, '^\d+/\d{1,9} ', ''),
    number = coalesce(CAST(substring(part FROM '^\d+/(\d{1,9}) ') AS BIGINT), hashtext(part) - 4294967296)
    WHERE job_id IS NOT NULL;

-- What a process does by itself is a job with one piece, which is all of it. The program computes the checksums of all pieces.
INSERT INTO jobs (work, wanted, state, created, begun, is_for_workers)
SELECT part, wanted, 'stopped', time, time, FALSE FROM pieces, CAST(extract(epoch FROM now()) * 1000 AS BIGINT) AS time
WHERE job_id IS NULL ORDER BY part;
UPDATE pieces SET job_id = jobs.id, number = 0, part = ''
FROM jobs WHERE pieces.job_id IS NULL AND NOT jobs.is_for_workers AND jobs.work = pieces.part;
ALTER TABLE pieces ADD PRIMARY KEY (job_id, number);
