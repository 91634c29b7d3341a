-- The users of the gateway, their rights and the procedures of the site schema, as templates: `gateway install` fills in
-- the names in braces, and the rights from gateway/database/user_rights.py. Every right is on one table, view or procedure,
-- never on a schema, so a new table of the game is closed to every user.

-- part: schema
CREATE SCHEMA IF NOT EXISTS {schema} DEFAULT CHARACTER SET utf8mb4;

-- part: owner
-- The definer of the views: locked, it never logs in. A view cannot give more than its rights.
CREATE USER IF NOT EXISTS {owner} IDENTIFIED BY {password} ACCOUNT LOCK;
ALTER USER {owner} ACCOUNT LOCK;

-- part: user
CREATE USER IF NOT EXISTS {user} IDENTIFIED BY {password};
ALTER USER {user} IDENTIFIED BY {password} WITH MAX_USER_CONNECTIONS {connections};

-- part: grant
GRANT {rights} ON {object} TO {user};

-- part: revoke
REVOKE {rights} ON {object} FROM {user};

-- part: procedures
-- The security log is kept for 180 days. Older rows are deleted by a procedure that can do nothing else, with the rights
-- of the locked owner.
DROP PROCEDURE IF EXISTS {site}.prune_security_log;
CREATE DEFINER = {owner} PROCEDURE {site}.prune_security_log() MODIFIES SQL DATA SQL SECURITY DEFINER
DELETE FROM {site}.security_log WHERE at < UNIX_TIMESTAMP() - 180 * 86400 ORDER BY at LIMIT 5000;
-- Replaces the login of an account by `erased:` and random digits. Amounts, keys and times stay; what only serves the
-- player is deleted. The caller has revealed the seeds and emptied the wallet in the same transaction. The choice of what
-- others see stays: it protects characters that are still in the game. A name with a colon is no player's: operators have
-- such names. Each call leaves its row in `erasures`, which no user can change. `gateway install` fills in the statements
-- of the nouns that have tables: `sql/extras/<noun>/erase.sql` and `sql/administration/erase.sql`.
DROP PROCEDURE IF EXISTS {site}.erase_account;
CREATE DEFINER = {owner} PROCEDURE {site}.erase_account(
    IN erased VARCHAR(45) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    IN alias VARCHAR(45) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
) MODIFIES SQL DATA SQL SECURITY DEFINER
BEGIN
    IF alias NOT REGEXP '^erased:[0-9a-f]+$' OR erased = '' OR LOCATE(':', erased) > 0
        OR EXISTS (SELECT 1 FROM {site}.wallets WHERE account = CONCAT('wallet:', alias))
        OR EXISTS (SELECT 1 FROM {site}.wallets
                   WHERE account IN (CONCAT('wallet:', erased), CONCAT('hold:', erased)) AND balance <> 0)
        OR EXISTS (SELECT 1 FROM {site}.donations
                   WHERE account = erased AND (status = 'pending' OR disputed = 1))
        OR EXISTS (SELECT 1 FROM {site}.deliveries WHERE account = erased AND status IN ('pending', 'claimed'))
        OR EXISTS (SELECT 1 FROM {site}.roulette_seeds WHERE account = erased AND state IS NOT NULL)
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the account cannot be erased';
    END IF;
    UPDATE {site}.ledger_entries SET account = CONCAT(SUBSTRING_INDEX(account, ':', 1), ':', alias)
    WHERE account IN (CONCAT('wallet:', erased), CONCAT('hold:', erased), CONCAT('debt:', erased));
    UPDATE {site}.wallets SET account = CONCAT(kind, ':', alias), owner = alias
    WHERE account IN (CONCAT('wallet:', erased), CONCAT('hold:', erased), CONCAT('debt:', erased));
    UPDATE {site}.payments SET payer = NULL
    WHERE donation_id IN (SELECT id FROM {site}.donations WHERE account = erased);
    UPDATE {site}.donations SET account = alias, character_name = 'erased' WHERE account = erased;
    UPDATE {site}.deliveries
    SET account = alias, character_name = 'erased',
        idempotency_key = CASE WHEN LOCATE(CONCAT(erased, ':'), idempotency_key) = 1
                               THEN CONCAT(alias, SUBSTRING(idempotency_key, CHAR_LENGTH(erased) + 1))
                               ELSE idempotency_key END
    WHERE account = erased;
    UPDATE {site}.roulette_seeds SET account = alias WHERE account = erased;
    UPDATE {site}.roulette_spins SET account = alias WHERE account = erased;
    UPDATE {site}.profiles SET login = alias, email = NULL, user_handle = NULL WHERE login = erased;
    UPDATE {site}.account_sources SET login = alias WHERE login = erased;
    UPDATE {site}.operator_log
    SET old_values = REPLACE(old_values, CONCAT(':"', erased, '"'), CONCAT(':"', alias, '"')),
        new_values = REPLACE(new_values, CONCAT(':"', erased, '"'), CONCAT(':"', alias, '"')),
        subject = CONCAT('account:', alias)
    WHERE subject = CONCAT('account:', erased);
    DELETE FROM {site}.site_controls WHERE kind = 'block' AND name = erased;
    DELETE FROM {site}.mails
    WHERE login = erased OR recipient IN (SELECT email FROM {site}.confirmed_emails WHERE login = erased);
    DELETE FROM {site}.messages WHERE login = erased;
    DELETE FROM {site}.messages
    WHERE channel = 'mail' AND receiver IN (SELECT email FROM {site}.confirmed_emails WHERE login = erased);
    DELETE FROM {site}.security_log WHERE login = erased;
    DELETE FROM {site}.sessions WHERE login = erased;
    DELETE FROM {site}.totp_secrets WHERE login = erased;
    DELETE FROM {site}.recovery_codes WHERE login = erased;
    DELETE FROM {site}.passkeys WHERE login = erased;
    DELETE FROM {site}.mail_links WHERE login = erased;
    DELETE FROM {site}.confirmed_emails WHERE login = erased;
    DELETE FROM {site}.account_owners WHERE login = erased;
    DELETE FROM {site}.spending_limits WHERE login = erased;
    {erasures}
    INSERT INTO {site}.erasures (at, kind, subject) VALUES (UNIX_TIMESTAMP(), 'account', alias);
END;
-- The game server calls these two: see gateway/docs/operators/deliveries.md.
-- A claim is one statement, so that it is atomic inside a transaction of the caller and without one; a procedure that
-- began a transaction would commit the caller's. It finds the rows that it took by their mark. It looks for deliveries
-- first, without locks: an UPDATE that matches no row locks the gap where the next delivery is inserted. A row counts
-- only if its item is a coin of this site and the ledger has its payment: a row of `deliveries` alone mints nothing. The
-- site's user writes the ledger too, so coins that it mints there are claimed; `gateway ledger check` finds them.
DROP PROCEDURE IF EXISTS {site}.claim_deliveries;
CREATE DEFINER = {owner} PROCEDURE {site}.claim_deliveries(IN char_id BIGINT) MODIFIES SQL DATA SQL SECURITY DEFINER
BEGIN
    DECLARE mark CHAR(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT UUID();
    DECLARE due TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
    SELECT GROUP_CONCAT(paid.id) INTO due
    FROM (SELECT delivery.id
          FROM {site}.deliveries AS delivery
          JOIN {site}.installation AS coin ON coin.name = CONCAT('coin_item.', delivery.item_id)
          JOIN {site}.ledger_transfers AS transfer
              ON transfer.idempotency_key = CONCAT('delivery:', delivery.id) AND transfer.kind = 'delivery'
          JOIN {site}.ledger_entries AS entry
              ON entry.transfer_id = transfer.id AND entry.account = CONCAT('wallet:', delivery.account)
             AND entry.amount = -delivery.amount
          WHERE delivery.character_id = char_id AND delivery.status = 'pending'
          ORDER BY delivery.id LIMIT 50) AS paid;
    IF due IS NOT NULL THEN
        UPDATE {site}.deliveries SET status = 'claimed', claim = mark, claimed_at = UNIX_TIMESTAMP()
        WHERE character_id = char_id AND status = 'pending' AND FIND_IN_SET(id, due);
    END IF;
    SELECT id, character_id, item_id, amount
    FROM {site}.deliveries
    WHERE character_id = char_id AND status = 'claimed' AND claim = mark
    ORDER BY id;
END;
-- A repeated confirmation changes the row as well (its count), so that the caller's commit makes it durable; the first
-- receipt stays.
DROP PROCEDURE IF EXISTS {site}.confirm_delivery;
CREATE DEFINER = {owner} PROCEDURE {site}.confirm_delivery(
    IN delivery_id BIGINT, IN delivery_receipt VARCHAR(128) CHARACTER SET utf8mb4
) MODIFIES SQL DATA SQL SECURITY DEFINER
BEGIN
    DECLARE found VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
    DECLARE refusal VARCHAR(128) CHARACTER SET utf8mb4;
    UPDATE {site}.deliveries
    SET status = 'delivered', confirmed = confirmed + 1, receipt = COALESCE(receipt, delivery_receipt),
        delivered_at = COALESCE(delivered_at, UNIX_TIMESTAMP())
    WHERE id = delivery_id AND status IN ('claimed', 'delivered');
    IF ROW_COUNT() = 0 THEN
        SELECT status INTO found FROM {site}.deliveries WHERE id = delivery_id LOCK IN SHARE MODE;
        SET refusal = CONCAT('delivery ', COALESCE(delivery_id, 'NULL'), CASE
            WHEN found IS NULL THEN ' is unknown'
            WHEN found = 'cancelled' THEN ' was cancelled: its coins went back to the player'
            ELSE ' has not been claimed'
        END);
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = refusal;
    END IF;
END;

-- part: mark
-- The record of the site schema repeats this mark, so that install recognises the installation that the views are of.
CREATE OR REPLACE ALGORITHM = UNDEFINED DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.installation AS
SELECT {mark} AS mark;

-- part: record
REPLACE INTO {site}.installation (name, value) VALUES ({name}, {value});

-- part: coin_item
INSERT IGNORE INTO {site}.installation (name, value) VALUES ({name}, '');

-- part: first_time_zone
INSERT IGNORE INTO {site}.installation (name, value) VALUES ('time_zone', {value});

-- part: time_zone
-- Not if another run was faster, or after `until`: the former zone's next day would begin before all processes know.
UPDATE {site}.installation SET value = {value}
WHERE name = 'time_zone' AND value = {previous} AND UNIX_TIMESTAMP() < {until};

-- part: records
SELECT name, value FROM {site}.installation;

-- part: migrated
INSERT IGNORE INTO {site}.schema_migrations (number, name, checksum, applied_at) VALUES {rows};

-- part: grants
SHOW GRANTS FOR {user};

-- part: own_grants
SHOW GRANTS;

-- part: columns
SELECT * FROM ({select}) AS fitted LIMIT 0;

-- part: stored_hashes
SELECT password FROM ({select}) AS stored_passwords LIMIT {rows};

-- part: create_user
SHOW CREATE USER {user};

-- part: drop_views
DROP SCHEMA IF EXISTS {views};

-- part: drop_user
DROP USER IF EXISTS {user};

-- part: drop_procedure
DROP PROCEDURE IF EXISTS {site}.{procedure};

-- part: forget_users
DELETE FROM {site}.installation WHERE name LIKE 'user.%' OR name IN ('game_user', 'server', 'config');

-- part: drop_table
DROP TABLE IF EXISTS {site}.{table};

-- part: forget_tables
DELETE FROM {site}.installation WHERE name = {name};

-- part: count_rows
SELECT COUNT(*) FROM {site}.{table};

-- part: read_table
SELECT * FROM {site}.{table};

-- part: read_rows
SELECT {columns} FROM {site}.{table} {order};

-- part: show_table
SHOW CREATE TABLE {site}.{table};

-- part: add_rows
INSERT INTO {site}.{table} ({columns}) VALUES {rows};

-- part: swap_tables
-- One statement: all tables change places, or none.
RENAME TABLE {renames};

-- part: drop_site
DROP SCHEMA IF EXISTS {site};
