-- Lines of the databases of older programs, as they were imported, so that they can be exported again: what was found out about their
-- positions is in the table of positions, under the same key.
CREATE TABLE older_lines (
    program  TEXT   NOT NULL,
    image    BIGINT NOT NULL, -- the key of the position on the line
    game     TEXT   NOT NULL,
    key      BIGINT NOT NULL, -- of its canonical image
    phase    BIGINT NOT NULL,
    line     TEXT   NOT NULL,
    checksum BIGINT NOT NULL,
    PRIMARY KEY (program, image)
);

CREATE INDEX older_lines_by_key ON older_lines (program, key);
