-- Competitions of clans: `entrants` is 'characters' or 'clans'. A clan has the sum of its members' gains.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'competitions' AND column_name = 'entrants');
SET @change = IF(@missing,
    'ALTER TABLE competitions ADD COLUMN entrants VARCHAR(10) NOT NULL DEFAULT ''characters''', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
