-- The part of all Adena that the richest `top_percent` percent of the holders have; both NULL in counts of the release before
-- and with few holders.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'economy_days' AND column_name = 'top_share');
SET @change = IF(@missing,
    'ALTER TABLE economy_days ADD COLUMN top_percent TINYINT UNSIGNED NULL, ADD COLUMN top_share DOUBLE NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
