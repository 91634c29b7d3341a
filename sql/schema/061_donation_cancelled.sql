-- `cancelled_at`: the player gave the donation up on the site; NULL: not, or in an earlier release.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'donations' AND column_name = 'cancelled_at');
SET @change = IF(@missing, 'ALTER TABLE donations ADD COLUMN cancelled_at BIGINT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
