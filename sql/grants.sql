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

-- part: site
-- Our own tables. What has to stay as it was written can be read and added to, never changed.
GRANT SELECT ON {site}.schema_migrations TO {user};
GRANT SELECT ON {site}.installation TO {user};
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
-- The security log is kept for 180 days. What is older goes through a procedure that can do nothing else, with the
-- rights of the locked owner.
GRANT SELECT, DELETE ON {site}.security_log TO {owner};
DROP PROCEDURE IF EXISTS {site}.prune_security_log;
CREATE DEFINER = {owner} PROCEDURE {site}.prune_security_log() MODIFIES SQL DATA SQL SECURITY DEFINER
DELETE FROM {site}.security_log WHERE at < UNIX_TIMESTAMP() - 180 * 86400 ORDER BY at LIMIT 5000;
GRANT EXECUTE ON PROCEDURE {site}.prune_security_log TO {owner};
GRANT EXECUTE ON PROCEDURE {site}.prune_security_log TO {user};
