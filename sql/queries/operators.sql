-- Changes that operators make on a running site, and their log.

-- name: controls(now, after_kind, after_name, limit)
-- The controls in force and those of the future, in pages by key.
SELECT kind, name, starts_at, until, operator, reason, changed_at, texts
FROM site_controls
WHERE (kind > :after_kind OR (kind = :after_kind AND name > :after_name)) AND (until IS NULL OR until > :now)
ORDER BY kind, name
LIMIT :limit

-- name: control(kind, name)
-- Locks the row until the end of the transaction: the logged old values are those that the change replaces.
SELECT kind, name, starts_at, until, operator, reason, changed_at, texts
FROM site_controls
WHERE kind = :kind AND name = :name
FOR UPDATE

-- name: set_control(kind, name, starts_at, until, operator, reason, changed_at, texts)
INSERT INTO site_controls (kind, name, starts_at, until, operator, reason, changed_at, texts)
VALUES (:kind, :name, :starts_at, :until, :operator, :reason, :changed_at, :texts)
ON DUPLICATE KEY UPDATE starts_at = :starts_at, until = :until, operator = :operator, reason = :reason,
                        changed_at = :changed_at, texts = :texts

-- name: remove(kind, name)
-- An empty name removes all controls of the kind.
DELETE FROM site_controls WHERE kind = :kind AND (:name IS NULL OR name = :name)

-- name: add_log(at, operator, command, subject, reason, via, outcome, address, old_values, new_values)
INSERT INTO operator_log (at, operator, command, subject, reason, via, outcome, address, old_values, new_values)
VALUES (:at, :operator, :command, :subject, :reason, :via, :outcome, :address, :old_values, :new_values)

-- name: log(subjects, all, limit)
-- Newest first; `all` 1: rows of every subject.
SELECT operator, command, reason, at, subject
FROM operator_log
WHERE outcome = 'done' AND (:all = 1 OR subject IN :subjects)
ORDER BY id DESC
LIMIT :limit

-- name: log_page(before, operator, command, subject, via, refused, limit)
-- Newest first, below the id `before`; an empty filter matches every row. `refused`: 0 without refused ones, 2 them alone.
SELECT id, at, operator, command, subject, reason, via, outcome, address, old_values, new_values
FROM operator_log
WHERE id < :before AND (:operator = '' OR operator = :operator) AND (:command = '' OR command = :command)
  AND (:subject = '' OR subject = :subject) AND (:via = '' OR via = :via)
  AND (:refused = 1 OR outcome = IF(:refused = 0, 'done', 'refused'))
ORDER BY id DESC
LIMIT :limit

-- name: log_facets()
-- Values by which the log can be filtered.
SELECT DISTINCT operator, command FROM operator_log LIMIT 500

-- name: account(login)
-- Reads the view of the accounts. The collation may match other names, which the caller leaves out.
SELECT login FROM accounts WHERE login = :login

-- name: site_traces(login)
-- Rows of an account that stay after the game has deleted it.
SELECT login FROM profiles WHERE login = :login
UNION
SELECT owner FROM wallets
WHERE account IN (CONCAT('wallet:', :login), CONCAT('hold:', :login), CONCAT('debt:', :login))
UNION
SELECT account FROM donations WHERE account = :login

-- name: hosts_since(since)
-- Hosts that saves of the content have added to the addresses of the site.
SELECT COUNT(*) AS count FROM operator_log WHERE subject LIKE 'host:%' AND at > :since AND outcome = 'done'

-- name: operator(name)
SELECT name, role, password, created_at, disabled_at FROM operators WHERE name = :name

-- name: list(limit)
SELECT operators.name, operators.role, operators.created_at, operators.disabled_at,
       (SELECT COUNT(*) FROM totp_secrets
        WHERE login = CONCAT('Operator:', operators.name) AND confirmed_at IS NOT NULL)
       + (SELECT COUNT(*) FROM passkeys WHERE login = CONCAT('Operator:', operators.name)) AS factors
FROM operators
ORDER BY operators.name
LIMIT :limit

-- name: add_operator(name, role, password, now)
INSERT INTO operators (name, role, password, created_at) VALUES (:name, :role, :password, :now)

-- name: set_role(name, role)
UPDATE operators SET role = :role WHERE name = :name

-- name: set_password(name, password)
UPDATE operators SET password = :password WHERE name = :name

-- name: lock_owners()
SELECT name FROM operators WHERE role = 'owner' AND disabled_at IS NULL ORDER BY name FOR UPDATE

-- name: set_disabled(name, disabled_at)
UPDATE operators SET disabled_at = :disabled_at WHERE name = :name

-- name: end_sessions(operator)
DELETE FROM operator_sessions WHERE operator = :operator

-- name: end_all_sessions(limit)
DELETE FROM operator_sessions LIMIT :limit

-- name: prune_sessions(before, limit)
DELETE FROM operator_sessions WHERE created_at < :before ORDER BY created_at LIMIT :limit

-- name: prune_requests(before, limit)
DELETE FROM operator_requests WHERE at < :before ORDER BY at LIMIT :limit
