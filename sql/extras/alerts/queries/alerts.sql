-- Alerts to operators. Times are seconds since 1970.

-- name: lock_states()
SELECT rule, is_raised, changed_at, pending_since, sent_at, sent_value, value, evaluated_at FROM alert_states FOR UPDATE

-- name: states()
SELECT rule, is_raised, changed_at, pending_since, sent_at, sent_value, value, evaluated_at FROM alert_states

-- name: store_states(rows)
INSERT INTO alert_states (rule, is_raised, changed_at, pending_since, sent_at, sent_value, value, evaluated_at)
SELECT stepped.rule, stepped.is_raised, stepped.changed_at, stepped.pending_since, stepped.sent_at, stepped.sent_value,
       stepped.value, stepped.evaluated_at
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    rule VARCHAR(32) PATH '$.rule',
    is_raised INT PATH '$.is_raised',
    changed_at BIGINT PATH '$.changed_at',
    pending_since BIGINT PATH '$.pending_since',
    sent_at BIGINT PATH '$.sent_at',
    sent_value DOUBLE PATH '$.sent_value',
    value DOUBLE PATH '$.value',
    evaluated_at BIGINT PATH '$.evaluated_at'
)) AS stepped
ON DUPLICATE KEY UPDATE
    is_raised = VALUES(is_raised), changed_at = VALUES(changed_at), pending_since = VALUES(pending_since),
    sent_at = VALUES(sent_at), sent_value = VALUES(sent_value), value = VALUES(value), evaluated_at = VALUES(evaluated_at)

-- name: raise(rule, now, value)
INSERT INTO alerts (rule, raised_at, value) VALUES (:rule, :now, :value)

-- name: clear(rule, now)
UPDATE alerts SET cleared_at = :now WHERE rule = :rule AND cleared_at IS NULL

-- name: prune_alerts(before, limit)
-- An alert that is raised stays.
DELETE FROM alerts WHERE raised_at < :before AND cleared_at IS NOT NULL ORDER BY raised_at LIMIT :limit

-- name: alert_counts(since)
SELECT rule, COUNT(*) AS alerts FROM alerts WHERE raised_at >= :since GROUP BY rule

-- name: history(before, rule, raised, cleared, limit)
-- Newest first, below the id `before`; an empty rule matches every one. `raised`, `cleared`: 1 with those alerts.
SELECT id, rule, raised_at, cleared_at, value
FROM alerts
WHERE id < :before AND (:rule = '' OR rule = :rule)
  AND ((:raised = 1 AND cleared_at IS NULL) OR (:cleared = 1 AND cleared_at IS NOT NULL))
ORDER BY id DESC
LIMIT :limit
