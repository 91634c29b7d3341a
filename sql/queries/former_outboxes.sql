-- The four outboxes of before `messages`. This file, gateway/features/messages/former_outboxes.py and the tables go with the
-- next release. What waits there is moved as a worker of the previous release would claim it. Where a message could be noted
-- again, its former row stays as a mark (`sent`, due at 0), so that neither release notes it a second time.

-- name: tables()
SELECT table_name AS name
FROM information_schema.tables
WHERE table_schema = DATABASE() AND table_name IN ('mails', 'notifications', 'push_messages', 'alert_messages')

-- name: mails_ids(stale, limit)
-- Without those that a process of the previous release may be sending.
SELECT id FROM mails WHERE state <> 'claimed' OR claimed_at < :stale ORDER BY state = 'waiting' DESC, id LIMIT :limit FOR UPDATE

-- name: mails_move(ids)
INSERT INTO messages (channel, receiver, kind, login, content, created_at, due_at, expires_at, kept_until, state, attempts,
                      claimed_at)
SELECT 'mail', recipient, kind, login, JSON_OBJECT('action', action), created_at, due_at,
       created_at + IF(kind = 'notice', 604800, 3600), created_at + 604800, state, attempts, claimed_at
FROM mails
WHERE id IN :ids

-- name: mails_close(ids)
DELETE FROM mails WHERE id IN :ids

-- name: alert_messages_ids(stale, limit)
SELECT id
FROM alert_messages
WHERE state <> 'claimed' OR due_at < :stale
ORDER BY state = 'waiting' DESC, id
LIMIT :limit
FOR UPDATE

-- name: alert_messages_move(ids)
INSERT IGNORE INTO messages (channel, receiver, kind, message_key, content, created_at, due_at, expires_at, kept_until, state,
                             attempts, claimed_at)
SELECT 'alerts', channel, event, CONCAT(rule, ':', event, ':', created_at), JSON_OBJECT('rule', rule, 'value', value),
       created_at, due_at, created_at + 86400, created_at + 2592000, state, state <> 'waiting', IF(state = 'claimed', due_at, NULL)
FROM alert_messages
WHERE id IN :ids

-- name: alert_messages_close(ids)
DELETE FROM alert_messages WHERE id IN :ids

-- name: notifications_ids(stale, limit)
SELECT id
FROM notifications
WHERE state = 'waiting' OR (state = 'claimed' AND due_at < :stale)
ORDER BY id
LIMIT :limit
FOR UPDATE

-- name: notifications_move(ids)
INSERT IGNORE INTO messages (channel, receiver, kind, message_key, content, created_at, due_at, expires_at, kept_until, state,
                             attempts, claimed_at)
SELECT 'discord', notifications.target, world_events.kind, notifications.event_id, '{}', notifications.created_at,
       notifications.due_at, world_events.at + 3600, notifications.created_at + 604800, notifications.state,
       notifications.state <> 'waiting', IF(notifications.state = 'claimed', notifications.due_at, NULL)
FROM notifications
JOIN world_events ON world_events.id = notifications.event_id
WHERE notifications.id IN :ids

-- name: notifications_close(ids)
UPDATE notifications SET state = 'sent', due_at = 0 WHERE id IN :ids

-- name: notifications_mark(rows)
INSERT IGNORE INTO notifications (channel, target, event_id, created_at, state, due_at)
SELECT 'discord', message.receiver, message.message_key, message.created_at, 'sent', 0
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    receiver VARCHAR(32) PATH '$.receiver',
    message_key BIGINT PATH '$.message_key',
    created_at BIGINT PATH '$.created_at'
)) AS message

-- name: notifications_marked(rows)
SELECT message.receiver, CAST(message.message_key AS CHAR) AS message_key
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    receiver VARCHAR(32) PATH '$.receiver',
    message_key BIGINT PATH '$.message_key'
)) AS message
JOIN notifications ON notifications.event_id = message.message_key AND notifications.channel = 'discord'
  AND notifications.target = CONVERT(message.receiver USING ascii)
WHERE notifications.state = 'sent' AND notifications.due_at = 0

-- name: notifications_prune(now, limit)
DELETE FROM notifications WHERE created_at < :now - 604800 ORDER BY created_at LIMIT :limit

-- name: push_messages_ids(stale, limit)
SELECT id
FROM push_messages
WHERE state = 'waiting' OR (state = 'claimed' AND claimed_at < :stale)
ORDER BY id
LIMIT :limit
FOR UPDATE

-- name: push_messages_move(ids)
INSERT IGNORE INTO messages (channel, receiver, kind, login, message_key, content, created_at, due_at, expires_at, kept_until,
                             state, attempts, claimed_at)
SELECT 'push', push_messages.subscription_id, JSON_UNQUOTE(JSON_EXTRACT(push_messages.notice, '$.kind')),
       push_subscriptions.login, CONCAT(push_messages.subject, ':', push_messages.at), push_messages.notice,
       push_messages.due_at, push_messages.due_at, push_messages.expires_at, push_messages.expires_at + 86400,
       push_messages.state, push_messages.state <> 'waiting', push_messages.claimed_at
FROM push_messages
JOIN push_subscriptions ON push_subscriptions.id = push_messages.subscription_id
WHERE push_messages.id IN :ids

-- name: push_messages_close(ids)
UPDATE push_messages SET state = 'sent', due_at = 0 WHERE id IN :ids

-- name: push_messages_mark(rows)
INSERT IGNORE INTO push_messages (subscription_id, subject, at, notice, expires_at, state, due_at)
SELECT message.receiver, SUBSTRING_INDEX(message.message_key, ':', 1), SUBSTRING_INDEX(message.message_key, ':', -1), '',
       message.expires_at, 'sent', 0
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    receiver BIGINT PATH '$.receiver',
    message_key VARCHAR(96) PATH '$.message_key',
    expires_at BIGINT PATH '$.expires_at'
)) AS message

-- name: push_messages_marked(rows)
SELECT CAST(message.receiver AS CHAR) AS receiver, message.message_key
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    receiver BIGINT PATH '$.receiver',
    message_key VARCHAR(96) PATH '$.message_key'
)) AS message
JOIN push_messages ON push_messages.subscription_id = message.receiver
  AND push_messages.subject = CONVERT(SUBSTRING_INDEX(message.message_key, ':', 1) USING ascii)
  AND push_messages.at = CAST(SUBSTRING_INDEX(message.message_key, ':', -1) AS SIGNED)
WHERE push_messages.state = 'sent' AND push_messages.due_at = 0

-- name: push_messages_prune(now, limit)
DELETE FROM push_messages WHERE expires_at < :now - 86400 ORDER BY expires_at LIMIT :limit
