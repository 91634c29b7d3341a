-- The published count of players: a hash chain over the minutes, and the totals of closed days. Times are seconds since
-- 1970.

-- `planned`: an operator's notice was in force. `traders`: offline shops; NULL where the game does not mark them. `hash`:
-- SHA-256 over the hash before and this row; NULL for rows of earlier releases, which are not in the chain.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'status_samples' AND column_name = 'hash');
SET @change = IF(@missing, 'ALTER TABLE status_samples
    ADD COLUMN planned TINYINT(1) NOT NULL DEFAULT 0,
    ADD COLUMN traders INT NULL,
    ADD COLUMN hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

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
