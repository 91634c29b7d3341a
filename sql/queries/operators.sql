-- Changes that operators make on a running site, and their log.

-- name: controls(now, after_kind, after_name, limit)
-- The controls in force and those of the future, in pages by key.
SELECT kind, name, starts_at, until, operator, reason, changed_at
FROM site_controls
WHERE (kind > :after_kind OR (kind = :after_kind AND name > :after_name)) AND (until IS NULL OR until > :now)
ORDER BY kind, name
LIMIT :limit

-- name: put(kind, name, starts_at, until, operator, reason, changed_at)
INSERT INTO site_controls (kind, name, starts_at, until, operator, reason, changed_at)
VALUES (:kind, :name, :starts_at, :until, :operator, :reason, :changed_at)
ON DUPLICATE KEY UPDATE starts_at = :starts_at, until = :until, operator = :operator, reason = :reason,
                        changed_at = :changed_at

-- name: remove(kind, name)
-- Without a name, all of the kind.
DELETE FROM site_controls WHERE kind = :kind AND (:name IS NULL OR name = :name)

-- name: add_log(at, operator, command, subject, reason)
INSERT INTO operator_log (at, operator, command, subject, reason)
VALUES (:at, :operator, :command, :subject, :reason)

-- name: log(subjects, all, limit)
-- Newest first; `all` 1: of every subject.
SELECT operator, command, reason, at, subject
FROM operator_log
WHERE :all = 1 OR subject IN :subjects
ORDER BY id DESC
LIMIT :limit

-- name: account(login)
-- Through the view of the accounts. The collation may match other names, which the caller leaves out.
SELECT login FROM accounts WHERE login = :login

-- name: site_traces(login)
-- Rows of an account that stay after the game has deleted it.
SELECT login FROM profiles WHERE login = :login
UNION
SELECT owner FROM wallets
WHERE account IN (CONCAT('wallet:', :login), CONCAT('hold:', :login), CONCAT('debt:', :login))
UNION
SELECT account FROM donations WHERE account = :login
