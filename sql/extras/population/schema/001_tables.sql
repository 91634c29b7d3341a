-- One row for each UTC day that has ended. `first` and `head`: the hash before its first minute and that of its last one.
-- `outages`: JSON, `[[from, until, planned], …]`. The minutes go after their retention, the days stay.
CREATE TABLE IF NOT EXISTS population_days (
    day          INT      NOT NULL PRIMARY KEY,
    minutes      SMALLINT NOT NULL,
    up           SMALLINT NOT NULL,
    planned      SMALLINT NOT NULL,
    peak_players INT      NOT NULL,
    peak_at      BIGINT   NULL,
    peak_traders INT      NULL,
    outages      TEXT     NOT NULL,
    first        CHAR(64) NOT NULL,
    head         CHAR(64) NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = ascii COLLATE = ascii_bin;

-- The highest count of each hour whose minutes are past their retention.
CREATE TABLE IF NOT EXISTS population_hours (
    at           BIGINT NOT NULL PRIMARY KEY,
    minutes      INT    NOT NULL,
    peak_players INT    NOT NULL,
    peak_traders INT    NULL
) ENGINE = InnoDB;
