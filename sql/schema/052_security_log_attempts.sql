-- Failed logins of an account above 50 in an hour are one row with their number and without an address. All other rows,
-- also those of the previous release, are one attempt each.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'security_log' AND column_name = 'attempts');
SET @change = IF(@missing, 'ALTER TABLE security_log ADD COLUMN attempts INT UNSIGNED NOT NULL DEFAULT 1', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
