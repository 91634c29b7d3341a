-- How the game's side took a delivery. `claim` is the mark of the claim that took it, by which that claim finds its own
-- rows again; `confirmed` counts how often it was said to be handed over, so that each time is a change of its own.

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'deliveries' AND column_name = 'claim');
SET @change = IF(@missing, 'ALTER TABLE deliveries ADD COLUMN claim CHAR(36) NULL AFTER status', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'deliveries' AND column_name = 'confirmed');
SET @change = IF(@missing, 'ALTER TABLE deliveries ADD COLUMN confirmed INT NOT NULL DEFAULT 0 AFTER receipt', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
