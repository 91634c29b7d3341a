-- Security events of accounts. The site user may read and insert; only the procedure deletes, and only old rows.

-- name: add(login, action, ip_address, at, success)
INSERT INTO security_log (login, action, ip_address, at, success)
VALUES (:login, :action, :ip_address, :at, :success)

-- name: add_failures(login, at, attempts)
-- Many failed logins of an hour from several addresses.
INSERT INTO security_log (login, action, ip_address, at, success, attempts)
VALUES (:login, 'LOGIN', '', :at, 0, :attempts)

-- name: entries(login, limit)
-- Newest first. Excludes events before the account was created here: they belong to an earlier account of that name.
SELECT action, ip_address, at, success, attempts
FROM security_log
WHERE login = :login AND at >= COALESCE((
    SELECT MAX(created.at)
    FROM security_log AS created
    WHERE created.login = :login AND created.action = 'ACCOUNT_CREATED' AND created.success = 1
), 0)
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: total(login)
SELECT COUNT(*) AS total
FROM security_log
WHERE login = :login AND at >= COALESCE((
    SELECT MAX(created.at)
    FROM security_log AS created
    WHERE created.login = :login AND created.action = 'ACCOUNT_CREATED' AND created.success = 1
), 0)

-- name: addresses(login, limit)
-- Addresses of successful logins and recoveries since the account was created here.
SELECT DISTINCT ip_address
FROM security_log
WHERE login = :login AND action IN ('LOGIN', 'PASSWORD_RESET') AND success = 1 AND at >= COALESCE((
    SELECT MAX(created.at)
    FROM security_log AS created
    WHERE created.login = :login AND created.action = 'ACCOUNT_CREATED' AND created.success = 1
), 0)
LIMIT :limit

-- name: changes(login, actions, since, limit)
-- Successful changes since the account was created here, newest first.
SELECT action, ip_address, at
FROM security_log
WHERE login = :login AND at > :since AND action IN :actions AND success = 1 AND at >= COALESCE((
    SELECT MAX(created.at)
    FROM security_log AS created
    WHERE created.login = :login AND created.action = 'ACCOUNT_CREATED' AND created.success = 1
), 0)
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: prune()
CALL prune_security_log()
