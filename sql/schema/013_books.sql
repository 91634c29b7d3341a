-- What proves that rows of closed days are as they were written, and what a donation cost. Times are seconds since 1970.

-- Each table of bonus steps that was ever in use, as `[[pesos, percent], …]`: a donation keeps the number of its own.
-- Donations of earlier releases have none. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS price_versions (
    version    INT          NOT NULL AUTO_INCREMENT PRIMARY KEY,
    steps      VARCHAR(512) NOT NULL,
    created_at BIGINT       NOT NULL,
    UNIQUE KEY price_versions_steps (steps)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'donations' AND column_name = 'price_version');
SET @change = IF(@missing, 'ALTER TABLE donations ADD COLUMN price_version INT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- The items that are coins of this site, now or earlier: install adds the one of the settings and removes none.
INSERT IGNORE INTO installation (name, value)
SELECT DISTINCT CONCAT('coin_item.', item_id), '' FROM deliveries WHERE status = 'delivered';

-- One row for each day (days since 1970, UTC) that has ended. `facts`: for each table with rows of the day, how many,
-- the last id, the sum of the amounts and the SHA-256 of the rows; `hash` is that of the facts and of the hash of the day
-- before. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS ledger_anchors (
    day        INT      NOT NULL PRIMARY KEY,
    facts      TEXT     NOT NULL,
    hash       CHAR(64) NOT NULL,
    created_at BIGINT   NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
