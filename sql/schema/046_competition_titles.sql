-- Titles of a competition in other languages: a JSON object by language; NULL: none.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'competitions' AND column_name = 'titles');
SET @change = IF(@missing, 'ALTER TABLE competitions ADD COLUMN titles TEXT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
