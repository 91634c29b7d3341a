-- Outbox of mails to players.

-- name: add(kind, recipient, login, now)
INSERT INTO mails (kind, recipient, login, action, created_at, due_at)
VALUES (:kind, :recipient, :login, '', :now, :now)

-- name: add_notice(login, action, now)
-- Adds a mail to the confirmed address, if there is one.
INSERT INTO mails (kind, recipient, login, action, created_at, due_at)
SELECT 'notice', confirmed_emails.email, confirmed_emails.login, :action, :now, :now
FROM confirmed_emails
WHERE confirmed_emails.login = :login

-- name: due(now, limit)
SELECT id, kind, recipient, login, action, created_at, attempts
FROM mails
WHERE state = 'waiting' AND due_at <= :now
ORDER BY due_at, id
LIMIT :limit

-- name: claim(id, now)
UPDATE mails
SET state = 'claimed', claimed_at = :now, attempts = attempts + 1
WHERE id = :id AND state = 'waiting'

-- name: finish(id, state)
UPDATE mails SET state = :state WHERE id = :id AND state = 'claimed'

-- name: postpone(id, due_at)
-- The mail server has refused the mail for now.
UPDATE mails SET state = 'waiting', due_at = :due_at WHERE id = :id AND state = 'claimed'

-- name: discard(id)
DELETE FROM mails WHERE id = :id AND state = 'waiting'

-- name: claimed_since(id, recipient, kind, since)
-- Other mails of the kind to the same address.
SELECT COUNT(*) AS mails
FROM mails
WHERE recipient = :recipient AND kind = :kind AND claimed_at > :since AND id <> :id

-- name: prune(before, limit)
DELETE FROM mails WHERE created_at < :before ORDER BY created_at LIMIT :limit

-- name: problems()
-- Mails whose outcome is unknown, that wait for ten minutes, and that were refused.
SELECT COUNT(CASE WHEN state = 'claimed' AND claimed_at < UNIX_TIMESTAMP() - 600 THEN 1 END) AS unclear,
       COUNT(CASE WHEN state = 'waiting' AND created_at < UNIX_TIMESTAMP() - 600 THEN 1 END) AS waiting,
       COUNT(CASE WHEN state = 'refused' THEN 1 END) AS refused
FROM mails
