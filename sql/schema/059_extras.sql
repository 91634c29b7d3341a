-- From here on the tables of each extra and of the administration are numbered on their own: `installation` has the
-- version of each, as `tables.<noun>`. The migrations before this one made all of them.
INSERT IGNORE INTO installation (name, value)
VALUES ('tables.administration', '1'), ('tables.alerts', '1'), ('tables.codes', '1'), ('tables.competitions', '1'),
       ('tables.economy', '1'), ('tables.history', '1'), ('tables.notifications', '1'), ('tables.population', '1'),
       ('tables.push', '1'), ('tables.referrals', '1'), ('tables.votes', '1'), ('tables.world', '1');

-- Sums of operators are kept also where there are no codes.
SET @present = (SELECT COUNT(*) FROM information_schema.table_constraints
                WHERE table_schema = DATABASE() AND table_name = 'coin_grants'
                  AND constraint_name = 'coin_grants_campaign' AND constraint_type = 'FOREIGN KEY');
SET @change = IF(@present, 'ALTER TABLE coin_grants DROP FOREIGN KEY coin_grants_campaign', 'DO 0');
PREPARE change_keys FROM @change;
EXECUTE change_keys;
DEALLOCATE PREPARE change_keys;
