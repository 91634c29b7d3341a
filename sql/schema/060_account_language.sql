-- `language`: of mails to the player; NULL: not known, and the site's own is used, also in rows of the previous release.
-- Each login notes the language of the page, unless the player has chosen one (`language_chosen`).
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'account_owners' AND column_name = 'language');
SET @change = IF(@missing, 'ALTER TABLE account_owners ADD COLUMN language VARCHAR(8) NULL,
                            ADD COLUMN language_chosen TINYINT(1) NOT NULL DEFAULT 0', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
