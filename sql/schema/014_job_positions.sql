-- Where a job that reads in order continues. Times are seconds since 1970.

-- `reached`: the time up to which the job has read everything. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS job_positions (
    job     VARCHAR(40) NOT NULL PRIMARY KEY,
    reached BIGINT      NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
