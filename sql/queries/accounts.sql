-- Game accounts through the views `accounts`, `account_activity` and `account_bans`, and the site's own columns in
-- `profiles`. Statements on `accounts` with `email` are for families that have the column.

-- name: credentials(login)
-- Columns that passwords and tokens are checked against. A timed ban may have several rows, or none.
SELECT accounts.login,
       accounts.password,
       COALESCE(accounts.access_level, 0) AS access_level,
       COALESCE((SELECT MAX(account_bans.until) FROM account_bans WHERE account_bans.login = :login), 0) AS banned_until
FROM accounts
WHERE accounts.login = :login

-- name: email(login)
SELECT login, email
FROM accounts
WHERE login = :login

-- name: activity(login)
SELECT login, last_active, last_ip, created_at
FROM account_activity
WHERE login = :login

-- name: create(login, password)
INSERT INTO accounts (login, password)
VALUES (:login, :password)

-- name: create_with_email(login, password, email)
INSERT INTO accounts (login, password, email)
VALUES (:login, :password, :email)

-- name: change_password(login, password, old)
-- Changes the row only if it still has the hash that was checked.
UPDATE accounts
SET password = :password
WHERE login = :login AND password = :old

-- name: change_email(login, email)
UPDATE accounts
SET email = :email
WHERE login = :login

-- name: has_wallet(wallet, hold, debt)
-- Ledger accounts remain after the game deletes an account.
SELECT COUNT(*) AS wallets
FROM wallets
WHERE account IN (:wallet, :hold, :debt)

-- name: profile(login)
SELECT email, created_at
FROM profiles
WHERE login = :login

-- name: site_logins(login)
SELECT first_login_at, last_login_at
FROM profiles
WHERE login = :login

-- name: create_profile(login, email, at)
-- Overwrites what an earlier account of the same name left.
INSERT INTO profiles (login, email, created_at)
VALUES (:login, :email, :at)
ON DUPLICATE KEY UPDATE email = VALUES(email), created_at = VALUES(created_at),
                        first_login_at = NULL, last_login_at = NULL

-- name: save_email(login, email)
INSERT INTO profiles (login, email)
VALUES (:login, :email)
ON DUPLICATE KEY UPDATE email = VALUES(email)

-- name: save_login(login, at)
INSERT INTO profiles (login, first_login_at, last_login_at)
VALUES (:login, :at, :at)
ON DUPLICATE KEY UPDATE first_login_at = COALESCE(first_login_at, VALUES(first_login_at)),
                        last_login_at = VALUES(last_login_at)
