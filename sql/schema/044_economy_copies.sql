-- Alarms on identical stacks of two owners. `other_owner_id`: the second one; 0 in alarms of other kinds.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'economy_alarms' AND column_name = 'other_owner_id');
SET @change = IF(@missing, 'ALTER TABLE economy_alarms
    ADD COLUMN other_owner_id INT UNSIGNED NOT NULL DEFAULT 0,
    DROP CONSTRAINT economy_alarms_kind,
    ADD CONSTRAINT economy_alarms_kind CHECK (kind IN (''supply'', ''stack'', ''wealth'', ''copy''))', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
