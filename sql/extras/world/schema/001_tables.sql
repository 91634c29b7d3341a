-- The last reading of the game's small tables, in parts: every process answers from it, and the next reading is compared
-- with it, also after a restart. `data`: a compressed MessagePack document. A part is written when it has changed. The
-- site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS world_readings (
    part    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    version BIGINT      NOT NULL,
    data    MEDIUMBLOB  NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
