-- A pair of seeds is bound to its wheel when its hash is published, before the client seed is known.

-- `promised_wheel_version`: the wheel at the pair's creation, which is never changed; NULL marks pairs of the previous
-- release, which bound a pair when it became active. The site's user may not UPDATE it.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'roulette_seeds'
                  AND column_name = 'promised_wheel_version');
SET @change = IF(@missing, 'ALTER TABLE roulette_seeds ADD COLUMN promised_wheel_version INT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- A next pair of the previous release gets the wheel of the active pair of its account.
UPDATE roulette_seeds AS later
JOIN roulette_seeds AS active ON active.account = later.account AND active.state = 'active'
SET later.wheel_version = active.wheel_version
WHERE later.state = 'next' AND later.wheel_version IS NULL;
