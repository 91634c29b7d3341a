-- Outbox of events of the world for other sites, and the entries of the calendar.

-- name: add_target(channel, target, now)
INSERT IGNORE INTO notification_targets (channel, target, since) VALUES (:channel, :target, :now)

-- name: targets(channel)
SELECT target, is_gone, message_id FROM notification_targets WHERE channel = :channel

-- name: stop_target(channel, target)
UPDATE notification_targets SET is_gone = 1 WHERE channel = :channel AND target = :target

-- name: claim_message(channel, target)
UPDATE notification_targets SET message_id = '' WHERE channel = :channel AND target = :target AND message_id IS NULL

-- name: set_message(channel, target, message)
UPDATE notification_targets SET message_id = :message WHERE channel = :channel AND target = :target

-- name: note(channel, targets, kinds, since, now, due_at)
-- Each event once for each of these targets.
INSERT IGNORE INTO notifications (channel, target, event_id, created_at, due_at)
SELECT notification_targets.channel, notification_targets.target, world_events.id, :now, :due_at
FROM world_events
JOIN notification_targets
  ON notification_targets.channel = :channel AND notification_targets.target IN :targets
  AND notification_targets.is_gone = 0
WHERE world_events.at >= :since AND world_events.at >= notification_targets.since AND world_events.public_at <= :now
  AND world_events.kind IN :kinds

-- name: due(channel, targets, since, now, limit)
-- `since`: older events are not sent any more.
SELECT world_events.kind, world_events.subject_id, world_events.at, world_events.accuracy_seconds,
       world_events.object_id, world_events.details, world_events.id, world_events.season,
       notifications.id AS notification_id, notifications.target
FROM notifications
JOIN world_events ON world_events.id = notifications.event_id
JOIN notification_targets
  ON notification_targets.channel = notifications.channel AND notification_targets.target = notifications.target
WHERE notifications.channel = :channel AND notifications.target IN :targets AND notifications.state = 'waiting'
  AND notifications.due_at <= :now AND notification_targets.is_gone = 0 AND world_events.at >= :since
ORDER BY notifications.due_at, notifications.id
LIMIT :limit

-- name: claim(id, now)
UPDATE notifications SET state = 'claimed', due_at = :now WHERE id = :id AND state = 'waiting'

-- name: finish(id, state)
-- A webhook that is gone refuses every message.
UPDATE notifications SET state = IF(:state = 'gone', 'refused', :state) WHERE id = :id AND state = 'claimed'

-- name: postpone(id, due_at)
UPDATE notifications SET state = 'waiting', due_at = :due_at WHERE id = :id AND state = 'claimed'

-- name: prune(before, limit)
DELETE FROM notifications WHERE created_at < :before ORDER BY created_at LIMIT :limit

-- name: problems()
-- By target: the receiver is gone, its message has an unknown outcome; notifications with an unknown outcome, refused.
SELECT notification_targets.channel, notification_targets.target, notification_targets.is_gone,
       COALESCE(notification_targets.message_id = '', 0) AS message_unclear,
       COUNT(CASE WHEN notifications.state = 'claimed' AND notifications.due_at < UNIX_TIMESTAMP() - 600 THEN 1 END)
           AS unclear,
       COUNT(CASE WHEN notifications.state = 'refused' THEN 1 END) AS refused
FROM notification_targets
LEFT JOIN notifications
  ON notifications.channel = notification_targets.channel AND notifications.target = notification_targets.target
GROUP BY notification_targets.channel, notification_targets.target, notification_targets.is_gone,
         notification_targets.message_id

-- name: calendar(since, kinds)
SELECT kind, subject_id, first_at, starts_at, ends_at, sequence, is_cancelled, changed_at
FROM calendar_entries
WHERE ends_at >= :since AND kind IN :kinds
ORDER BY starts_at, kind, subject_id, first_at

-- name: store_entries(rows, now)
INSERT INTO calendar_entries (kind, subject_id, first_at, starts_at, ends_at, sequence, is_cancelled, changed_at)
SELECT entry.kind, entry.subject_id, entry.first_at, entry.starts_at, entry.ends_at, entry.sequence, entry.is_cancelled,
       :now
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    kind VARCHAR(16) PATH '$.kind',
    subject_id BIGINT PATH '$.subject_id',
    first_at BIGINT PATH '$.first_at',
    starts_at BIGINT PATH '$.starts_at',
    ends_at BIGINT PATH '$.ends_at',
    sequence INT PATH '$.sequence',
    is_cancelled INT PATH '$.is_cancelled'
)) AS entry
ON DUPLICATE KEY UPDATE starts_at = entry.starts_at, ends_at = entry.ends_at, sequence = entry.sequence,
    is_cancelled = entry.is_cancelled, changed_at = :now

-- name: prune_entries(before, limit)
DELETE FROM calendar_entries WHERE ends_at < :before ORDER BY ends_at LIMIT :limit
