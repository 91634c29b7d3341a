-- The site schema: the only place the service writes to, but for two columns of the accounts. Times are seconds since
-- 1970. Every statement may be run again.
--
-- What install found and did; written by install and migrate alone.
CREATE TABLE IF NOT EXISTS installation (
    name  VARCHAR(64)  NOT NULL PRIMARY KEY,
    value VARCHAR(255) NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row that is renewed about once a second where a replica is read: how old it is there tells how late it is. `at`
-- and `previous`, when it was renewed and the time before, are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS heartbeat (
    id       TINYINT NOT NULL PRIMARY KEY,
    at       BIGINT  NOT NULL,
    previous BIGINT  NOT NULL
) ENGINE = InnoDB;

INSERT INTO heartbeat (id, at, previous) VALUES (1, 0, 0) ON DUPLICATE KEY UPDATE at = at;

-- Where a job that reads in order continues.
-- `reached`: the time up to which the job has read everything. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS job_positions (
    job     VARCHAR(40) NOT NULL PRIMARY KEY,
    reached BIGINT      NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
