-- The outbox: messages to players, to operators and to sites outside.

-- name: add(rows)
-- A receiver gets one message of a key.
INSERT IGNORE INTO messages (channel, receiver, kind, login, message_key, content, created_at, due_at, expires_at, kept_until)
SELECT message.channel, message.receiver, message.kind, message.login, message.message_key, message.content,
       message.created_at, message.due_at, message.expires_at, message.kept_until
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    channel VARCHAR(16) PATH '$.channel',
    receiver VARCHAR(254) PATH '$.receiver',
    kind VARCHAR(16) PATH '$.kind',
    login VARCHAR(45) PATH '$.login',
    message_key VARCHAR(96) PATH '$.message_key',
    content TEXT PATH '$.content',
    created_at BIGINT PATH '$.created_at',
    due_at BIGINT PATH '$.due_at',
    expires_at BIGINT PATH '$.expires_at',
    kept_until BIGINT PATH '$.kept_until'
)) AS message

-- name: add_mail(kind, receiver, login, now, expires_at, kept_until)
INSERT INTO messages (channel, receiver, kind, login, content, created_at, due_at, expires_at, kept_until)
VALUES ('mail', :receiver, :kind, :login, '{}', :now, :now, :expires_at, :kept_until)

-- name: add_notice(login, action, now, kept_until)
-- Adds a mail to the confirmed address, if there is one.
INSERT INTO messages (channel, receiver, kind, login, content, created_at, due_at, expires_at, kept_until)
SELECT 'mail', confirmed_emails.email, 'notice', confirmed_emails.login, JSON_OBJECT('action', :action), :now, :now,
       :kept_until, :kept_until
FROM confirmed_emails
WHERE confirmed_emails.login = :login

-- name: due(channel, receiver, now, limit)
-- `receiver`: empty: of each receiver.
SELECT id, receiver, kind, login, COALESCE(message_key, '') AS message_key, content, created_at, expires_at, attempts
FROM messages
WHERE channel = :channel AND state = 'waiting' AND due_at <= :now AND expires_at > :now
  AND (:receiver = '' OR receiver = :receiver)
ORDER BY due_at, id
LIMIT :limit

-- name: claim(id, now)
UPDATE messages
SET state = 'claimed', claimed_at = :now, attempts = attempts + 1
WHERE id = :id AND state = 'waiting'

-- name: finish(id, state)
UPDATE messages SET state = :state WHERE id = :id AND state = 'claimed'

-- name: postpone(id, due_at, state)
-- `state`: claimed if the receiver has refused it for now, waiting if it has asked for a pause before.
UPDATE messages SET state = 'waiting', due_at = :due_at WHERE id = :id AND state = :state

-- name: discard(id)
DELETE FROM messages WHERE id = :id AND state = 'waiting'

-- name: claimed_since(id, channel, receiver, kind, since)
-- Other messages of the kind to the same receiver.
SELECT COUNT(*) AS messages
FROM messages
WHERE receiver = :receiver AND kind = :kind AND claimed_at > :since AND channel = :channel AND id <> :id

-- name: prune(before, limit)
DELETE FROM messages WHERE kept_until < :before ORDER BY kept_until LIMIT :limit

-- name: problems(channel)
-- Messages whose outcome is unknown, that waited for ten minutes, and that were refused.
SELECT COUNT(CASE WHEN state = 'claimed' AND claimed_at < UNIX_TIMESTAMP() - 600 THEN 1 END) AS unclear,
       COUNT(CASE WHEN state = 'waiting' AND created_at < UNIX_TIMESTAMP() - 600 THEN 1 END) AS waiting,
       COUNT(CASE WHEN state = 'refused' THEN 1 END) AS refused
FROM messages
WHERE channel = :channel

-- name: receivers(channel)
-- The same by receiver, and time and state of the newest message.
SELECT counted.receiver, counted.unclear, counted.waiting, counted.refused, newest.created_at AS last_at,
       newest.state AS last_state
FROM (SELECT receiver, MAX(id) AS newest,
             COUNT(CASE WHEN state = 'claimed' AND claimed_at < UNIX_TIMESTAMP() - 600 THEN 1 END) AS unclear,
             COUNT(CASE WHEN state = 'waiting' AND created_at < UNIX_TIMESTAMP() - 600 THEN 1 END) AS waiting,
             COUNT(CASE WHEN state IN ('refused', 'gone') THEN 1 END) AS refused
      FROM messages
      WHERE channel = :channel
      GROUP BY receiver) AS counted
JOIN messages AS newest ON newest.id = counted.newest

-- name: mails_waiting(since)
-- Mails since the last one that left: those that wait, of before `since`, and a third of the receivers whose mail was
-- refused or has an unknown outcome, since a single address may be wrong.
SELECT COUNT(CASE WHEN state = 'waiting' AND created_at < :since THEN 1 END)
       + COUNT(DISTINCT CASE WHEN state = 'refused' OR (state = 'claimed' AND claimed_at < :since) THEN receiver END) DIV 3
       AS count
FROM messages
WHERE channel = 'mail'
  AND id > COALESCE((SELECT MAX(id) FROM messages AS sent WHERE sent.channel = 'mail' AND sent.state = 'sent'), 0)
