-- Gini coefficient of the Adena of all holders; NULL in counts of the release before.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'economy_days' AND column_name = 'gini');
SET @change = IF(@missing, 'ALTER TABLE economy_days ADD COLUMN gini DOUBLE NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
