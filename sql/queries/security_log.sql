-- What happened to accounts. The site's user may read and add; only the procedure takes away, and only what is old.

-- name: add(login, action, ip_address, at, success)
INSERT INTO security_log (login, action, ip_address, at, success)
VALUES (:login, :action, :ip_address, :at, :success)

-- name: entries(login, limit)
-- Newest first, and none from before the account was opened here: those would be another's who had the name once.
SELECT action, ip_address, at, success
FROM security_log
WHERE login = :login AND at >= COALESCE((
    SELECT MAX(opened.at)
    FROM security_log AS opened
    WHERE opened.login = :login AND opened.action = 'ACCOUNT_CREATED' AND opened.success = 1
), 0)
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: total(login)
SELECT COUNT(*) AS total
FROM security_log
WHERE login = :login AND at >= COALESCE((
    SELECT MAX(opened.at)
    FROM security_log AS opened
    WHERE opened.login = :login AND opened.action = 'ACCOUNT_CREATED' AND opened.success = 1
), 0)

-- name: addresses(login, limit)
-- From where somebody has logged in to the account since it was opened here.
SELECT DISTINCT ip_address
FROM security_log
WHERE login = :login AND action = 'LOGIN' AND success = 1 AND at >= COALESCE((
    SELECT MAX(opened.at)
    FROM security_log AS opened
    WHERE opened.login = :login AND opened.action = 'ACCOUNT_CREATED' AND opened.success = 1
), 0)
LIMIT :limit

-- name: prune()
CALL prune_security_log()
