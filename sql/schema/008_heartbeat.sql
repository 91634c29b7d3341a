-- One row that is renewed about once a second where a replica is read: how old it is there tells how late it is. `at`
-- and `previous`, when it was renewed and the time before, are milliseconds since 1970.

CREATE TABLE IF NOT EXISTS heartbeat (
    id       TINYINT NOT NULL PRIMARY KEY,
    at       BIGINT  NOT NULL,
    previous BIGINT  NOT NULL
) ENGINE = InnoDB;

INSERT INTO heartbeat (id, at, previous) VALUES (1, 0, 0) ON DUPLICATE KEY UPDATE at = at;
