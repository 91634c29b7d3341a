-- Links in mails to players, and the addresses that they confirmed.

-- name: add(hash, kind, login, email, binding, now)
INSERT INTO mail_links (hash, kind, login, email, binding, created_at)
VALUES (:hash, :kind, :login, :email, :binding, :now)

-- name: find(hash, kind, since)
SELECT hash, login, email, binding
FROM mail_links
WHERE hash = :hash AND kind = :kind AND used_at IS NULL AND created_at > :since

-- name: use(hash, now)
UPDATE mail_links SET used_at = :now WHERE hash = :hash AND used_at IS NULL

-- name: made_since(login, kind, since)
SELECT COUNT(*) AS links
FROM mail_links
WHERE login = :login AND kind = :kind AND created_at > :since

-- name: remove_all(limit)
DELETE FROM mail_links LIMIT :limit

-- name: prune(before, limit)
DELETE FROM mail_links WHERE created_at < :before ORDER BY created_at LIMIT :limit

-- name: confirm(login, email, now)
INSERT INTO confirmed_emails (login, email, confirmed_at)
VALUES (:login, :email, :now)
ON DUPLICATE KEY UPDATE email = VALUES(email), confirmed_at = VALUES(confirmed_at)

-- name: confirmed_email(login)
SELECT email FROM confirmed_emails WHERE login = :login

-- name: accounts_of(email, limit)
SELECT login FROM confirmed_emails WHERE email = :email ORDER BY login LIMIT :limit

-- name: recoveries_since(login, since)
SELECT COUNT(*) AS recoveries
FROM mail_links
WHERE login = :login AND kind = 'recovery' AND used_at > :since
