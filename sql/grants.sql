-- The users of the gateway and all their rights, part by part; `gateway install` fills in the names in braces and
-- prints it all. Every right is on a table or view by its name, none on a schema or on everything, so a new table of the game
-- is never open to anybody here.

-- part: schema
CREATE SCHEMA IF NOT EXISTS {schema} DEFAULT CHARACTER SET utf8mb4;

-- part: owner
-- The definer of the views: locked for ever, it never logs in. Its rights are the most that a view can pass on.
CREATE USER IF NOT EXISTS {owner} IDENTIFIED BY {password} ACCOUNT LOCK;
ALTER USER {owner} ACCOUNT LOCK;
REVOKE ALL PRIVILEGES, GRANT OPTION FROM {owner};

-- part: owner_table
GRANT SELECT ON {table} TO {owner};

-- part: owner_accounts
GRANT INSERT (login, password), UPDATE (password) ON {login}.accounts TO {owner};

-- part: owner_email
GRANT INSERT ({email}), UPDATE ({email}) ON {login}.accounts TO {owner};

-- part: user
CREATE USER IF NOT EXISTS {user} IDENTIFIED BY {password};
ALTER USER {user} IDENTIFIED BY {password} WITH MAX_USER_CONNECTIONS {connections};
REVOKE ALL PRIVILEGES, GRANT OPTION FROM {user};

-- part: read
-- Everything public, characters and items; nothing of the accounts.
GRANT SELECT ON {views}.characters TO {user};
GRANT SELECT ON {views}.subclasses TO {user};
GRANT SELECT ON {views}.items TO {user};
GRANT SELECT ON {views}.clans TO {user};
GRANT SELECT ON {views}.castles TO {user};
GRANT SELECT ON {views}.sieges TO {user};
GRANT SELECT ON {views}.bosses TO {user};
GRANT SELECT ON {views}.heroes TO {user};
GRANT SELECT ON {views}.olympiad TO {user};

-- part: auth
-- Login and registration. The access level can be read and never written.
GRANT SELECT ON {views}.account_activity TO {user};
GRANT SELECT ON {views}.account_bans TO {user};
GRANT SELECT, INSERT (login, password), UPDATE (password) ON {views}.accounts TO {user};

-- part: auth_email
GRANT INSERT (email), UPDATE (email) ON {views}.accounts TO {user};

-- part: handover
-- Only where the operator switches it on: coins into the game through the family's own table.
GRANT SELECT, INSERT ON {table} TO {user};

-- part: no_handover
DROP USER IF EXISTS {user};

-- part: site
-- Our own tables. What has to stay as it was written can be read and added to, never changed.
GRANT SELECT ON {site}.schema_migrations TO {user};
GRANT SELECT ON {site}.installation TO {user};
GRANT SELECT, UPDATE ON {site}.heartbeat TO {user};
GRANT SELECT, INSERT, UPDATE, DELETE ON {site}.status_samples TO {user};
GRANT SELECT, INSERT, UPDATE, DELETE ON {site}.character_samples TO {user};
GRANT SELECT, INSERT, UPDATE, DELETE ON {site}.profiles TO {user};
GRANT SELECT, INSERT ON {site}.security_log TO {user};
GRANT SELECT, INSERT, UPDATE ON {site}.wallets TO {user};
GRANT SELECT, INSERT ON {site}.ledger_transfers TO {user};
GRANT SELECT, INSERT ON {site}.ledger_entries TO {user};
GRANT SELECT, INSERT, UPDATE ON {site}.donations TO {user};
GRANT SELECT, INSERT, UPDATE ON {site}.deliveries TO {user};
GRANT SELECT, INSERT, UPDATE, DELETE ON {site}.webhook_inbox TO {user};
GRANT SELECT, INSERT, UPDATE ON {site}.payments TO {user};
GRANT SELECT, INSERT, UPDATE ON {site}.refunds TO {user};
-- A seed that was promised cannot be exchanged, nor a spin unmade.
GRANT SELECT, INSERT ON {site}.roulette_wheels TO {user};
GRANT SELECT, INSERT, UPDATE (client_seed, nonce, state, revealed_at) ON {site}.roulette_seeds TO {user};
GRANT SELECT, INSERT ON {site}.roulette_spins TO {user};
-- The security log is kept for 180 days. What is older goes through a procedure that can do nothing else, with the
-- rights of the locked owner.
GRANT SELECT, DELETE ON {site}.security_log TO {owner};
DROP PROCEDURE IF EXISTS {site}.prune_security_log;
CREATE DEFINER = {owner} PROCEDURE {site}.prune_security_log() MODIFIES SQL DATA SQL SECURITY DEFINER
DELETE FROM {site}.security_log WHERE at < UNIX_TIMESTAMP() - 180 * 86400 ORDER BY at LIMIT 5000;
GRANT EXECUTE ON PROCEDURE {site}.prune_security_log TO {owner};
GRANT EXECUTE ON PROCEDURE {site}.prune_security_log TO {user};
-- What the game server calls to hand over coins: see gateway/docs/deliveries.md. Whose delivery it is and how much it
-- holds the owner can read and never change.
GRANT SELECT (id, character_id, item_id, amount, status, claim, claimed_at, receipt, confirmed, delivered_at),
    UPDATE (status, claim, claimed_at, receipt, confirmed, delivered_at) ON {site}.deliveries TO {owner};
-- A claim is one statement, which is all or nothing within the caller's transaction and without one; a procedure that
-- began one of its own would commit his. What it took it finds again by its mark. It looks first, since an UPDATE that
-- finds nothing locks the place where the next delivery would stand.
DROP PROCEDURE IF EXISTS {site}.claim_deliveries;
CREATE DEFINER = {owner} PROCEDURE {site}.claim_deliveries(IN char_id BIGINT) MODIFIES SQL DATA SQL SECURITY DEFINER
BEGIN
    DECLARE mark CHAR(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT UUID();
    DECLARE oldest BIGINT;
    SELECT MIN(id) INTO oldest FROM {site}.deliveries WHERE character_id = char_id AND status = 'pending';
    IF oldest IS NOT NULL THEN
        UPDATE {site}.deliveries SET status = 'claimed', claim = mark, claimed_at = UNIX_TIMESTAMP()
        WHERE character_id = char_id AND status = 'pending'
        ORDER BY id LIMIT 50;
    END IF;
    SELECT id, character_id, item_id, amount
    FROM {site}.deliveries
    WHERE character_id = char_id AND status = 'claimed' AND claim = mark
    ORDER BY id;
END;
-- A confirmation that comes again changes a row as well (its count), so that "done" outlives a crash whoever hears it;
-- the first receipt stays.
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
GRANT EXECUTE ON PROCEDURE {site}.claim_deliveries TO {owner};
GRANT EXECUTE ON PROCEDURE {site}.confirm_delivery TO {owner};

-- part: game
-- The game server's own user, whom the operator has made: these two calls, and nothing to read or write. A procedure
-- that is replaced loses its rights, so this runs after each run of the part before.
GRANT EXECUTE ON PROCEDURE {site}.claim_deliveries TO {user};
GRANT EXECUTE ON PROCEDURE {site}.confirm_delivery TO {user};

-- part: no_game
REVOKE EXECUTE ON PROCEDURE {site}.claim_deliveries FROM {user};
REVOKE EXECUTE ON PROCEDURE {site}.confirm_delivery FROM {user};

-- part: record
REPLACE INTO {site}.installation (name, value) VALUES ({name}, {value});

-- part: records
SELECT name, value FROM {site}.installation;

-- part: migrations
SELECT number, name, checksum FROM {site}.schema_migrations ORDER BY number;

-- part: migrated
INSERT IGNORE INTO {site}.schema_migrations (number, name, checksum, applied_at)
VALUES ({number}, {name}, {checksum}, UNIX_TIMESTAMP());

-- part: grants
SHOW GRANTS FOR {user};

-- part: made
SHOW CREATE USER {user};

-- part: drop_views
DROP SCHEMA IF EXISTS {views};

-- part: drop_user
DROP USER IF EXISTS {user};

-- part: drop_procedures
DROP PROCEDURE IF EXISTS {site}.prune_security_log;
DROP PROCEDURE IF EXISTS {site}.claim_deliveries;
DROP PROCEDURE IF EXISTS {site}.confirm_delivery;

-- part: forget_users
DELETE FROM {site}.installation WHERE name LIKE 'user.%' OR name = 'game_user';

-- part: drop_site
DROP SCHEMA IF EXISTS {site};
