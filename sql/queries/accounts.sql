-- Game accounts through their views, and the site's own columns in `profiles`. `new_accounts` and `player_accounts` hold
-- accounts of access level 0 alone. Statements on a view with `email` are for families that have the column.

-- name: credentials(login)
-- Columns that passwords and tokens are checked against. A timed ban may have several rows, or none.
SELECT accounts.login,
       accounts.password,
       COALESCE(accounts.access_level, 0) AS access_level,
       COALESCE((SELECT MAX(account_bans.until) FROM account_bans WHERE account_bans.login = :login), 0) AS banned_until
FROM accounts
WHERE accounts.login = :login

-- name: columns()
-- The game's own columns under the view that registrations write; `characters` is 0 for a column that is no text.
SELECT LOWER(column_name) AS name, LOWER(data_type) AS type,
       CAST(COALESCE(character_maximum_length, 0) AS SIGNED) AS characters
FROM information_schema.columns
WHERE table_schema = DATABASE() AND table_name = 'new_accounts'

-- name: first_login()
SELECT login
FROM accounts
ORDER BY login
LIMIT 1

-- name: range_end(after, offset)
-- The login `offset` rows behind the first after `after`.
SELECT login
FROM accounts
WHERE login > :after
ORDER BY login
LIMIT 1 OFFSET :offset

-- name: banned(after, end)
-- Logins alone, for the rankings, of one range by login; `end` NULL: the last one. Without the blanks at the end, if the
-- collation ignores them as the game then does.
SELECT IF(login = TRIM(TRAILING ' ' FROM login), TRIM(TRAILING ' ' FROM login), login) AS login
FROM accounts
WHERE access_level < 0 AND login > :after AND (:end IS NULL OR login <= :end)

-- name: banned_for_a_time(after, end)
SELECT DISTINCT IF(login = TRIM(TRAILING ' ' FROM login), TRIM(TRAILING ' ' FROM login), login) AS login
FROM account_bans
WHERE until > UNIX_TIMESTAMP() AND login > :after AND (:end IS NULL OR login <= :end)

-- name: of_levels(after, end, levels)
-- Logins of accounts that are no players by their access level.
SELECT login
FROM accounts
WHERE access_level IN :levels AND login > :after AND (:end IS NULL OR login <= :end)

-- name: count_not_players(after, end, levels, expression)
-- `expression`: of names in lower case.
SELECT COUNT(*) AS total
FROM accounts
WHERE (access_level IN :levels OR LOWER(RTRIM(login)) REGEXP :expression)
  AND login > :after AND (:end IS NULL OR login <= :end)

-- name: email(login)
SELECT login, email
FROM accounts
WHERE login = :login

-- name: activity(login)
SELECT login, last_active, last_ip, created_at
FROM account_activity
WHERE login = :login

-- name: activities(logins)
SELECT login, last_active, last_ip, created_at
FROM account_activity
WHERE login IN :logins

-- name: create(login, password, last_active)
INSERT INTO new_accounts (login, password, access_level, last_active)
VALUES (:login, :password, 0, :last_active)

-- name: create_with_email(login, password, last_active, email)
INSERT INTO new_accounts (login, password, email, access_level, last_active)
VALUES (:login, :password, :email, 0, :last_active)

-- name: change_password(login, password, old)
-- Changes the row only if it still has the hash that was checked.
UPDATE player_accounts
SET password = :password
WHERE login = :login AND password = :old

-- name: change_email(login, email)
UPDATE player_accounts
SET email = :email
WHERE login = :login

-- name: has_holdings(login, wallet, hold, debt)
-- Wallets and donations remain after the game deletes an account.
SELECT EXISTS (SELECT 1 FROM wallets WHERE account IN (:wallet, :hold, :debt))
       OR EXISTS (SELECT 1 FROM donations WHERE account = :login) AS has_holdings

-- name: profile(login)
-- Leaves out the profile of an earlier account of the same name.
SELECT profiles.email, profiles.created_at
FROM profiles
LEFT JOIN account_owners ON account_owners.login = profiles.login
WHERE profiles.login = :login AND account_owners.frozen_at IS NULL

-- name: create_profile(login, email, at)
-- Overwrites what an earlier account of the same name left.
INSERT INTO profiles (login, email, created_at)
VALUES (:login, :email, :at)
ON DUPLICATE KEY UPDATE email = VALUES(email), created_at = VALUES(created_at),
                        first_login_at = NULL, last_login_at = NULL

-- name: save_source(login, source, campaign)
-- Overwrites the source of an earlier account of the same name.
INSERT INTO account_sources (login, source, campaign)
VALUES (:login, :source, :campaign)
ON DUPLICATE KEY UPDATE source = VALUES(source), campaign = VALUES(campaign)

-- name: save_email(login, email)
INSERT INTO profiles (login, email)
VALUES (:login, :email)
ON DUPLICATE KEY UPDATE email = VALUES(email)

-- name: save_login(login, at)
INSERT INTO profiles (login, first_login_at, last_login_at)
VALUES (:login, :at, :at)
ON DUPLICATE KEY UPDATE first_login_at = COALESCE(first_login_at, VALUES(first_login_at)),
                        last_login_at = VALUES(last_login_at)

-- name: registered_since(since)
SELECT COUNT(*) AS count FROM profiles WHERE created_at >= :since
