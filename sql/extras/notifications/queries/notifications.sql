-- Events of the world for other sites, and the entries of the calendar.

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

-- name: fresh(channel, targets, kinds, since, now)
-- Events of the last time that these targets get, and have no message of.
SELECT world_events.id, world_events.kind, world_events.at, notification_targets.target
FROM world_events
JOIN notification_targets
  ON notification_targets.channel = :channel AND notification_targets.target IN :targets
  AND notification_targets.is_gone = 0
WHERE world_events.at >= :since AND world_events.at >= notification_targets.since AND world_events.public_at <= :now
  AND world_events.kind IN :kinds
  AND NOT EXISTS (SELECT 1 FROM messages
                  WHERE messages.channel = :channel AND messages.receiver = notification_targets.target
                    AND messages.message_key = CONVERT(world_events.id USING ascii))

-- name: event(id, channel, target)
-- None if the target is gone.
SELECT world_events.kind, world_events.subject_id, world_events.at, world_events.accuracy_seconds,
       world_events.object_id, world_events.details, world_events.id, world_events.season
FROM world_events
JOIN notification_targets
  ON notification_targets.channel = :channel AND notification_targets.target = :target AND notification_targets.is_gone = 0
WHERE world_events.id = :id

-- name: problems(channel)
-- Targets that are gone, and those whose own message has an unknown outcome.
SELECT target, is_gone, COALESCE(message_id = '', 0) AS message_unclear
FROM notification_targets
WHERE channel = :channel

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
