-- Events of the world. A repeated one is left as it is.

-- name: add(rows)
INSERT IGNORE INTO world_events (id, kind, subject_id, object_id, at, public_at, accuracy_seconds, details, season)
SELECT
    event.id, event.kind, event.subject, event.object, event.at, event.public_at, event.accuracy, event.details,
    (SELECT MAX(number) FROM seasons)
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    id BIGINT PATH '$.id',
    kind VARCHAR(32) PATH '$.kind',
    subject BIGINT PATH '$.subject',
    object BIGINT PATH '$.object',
    at BIGINT PATH '$.at',
    public_at BIGINT PATH '$.public_at',
    accuracy INT PATH '$.accuracy',
    details TEXT PATH '$.details'
)) AS event

-- name: set_details(kind, subject, object, at, details)
UPDATE world_events SET details = :details
WHERE
    kind = :kind AND subject_id = :subject AND object_id = :object AND at = :at
    AND season = (SELECT MAX(number) FROM seasons)

-- name: moment(id)
SELECT id, at FROM world_events WHERE id = :id

-- name: page(now, at, id, since, season, kinds, limit)
-- Events of a season before the one with this moment and id; none of them is dated before `since`.
SELECT kind, subject_id, at, accuracy_seconds, object_id, details, id, season
FROM world_events
WHERE
    at BETWEEN :since AND :at AND (at < :at OR id < :id) AND public_at <= :now AND kind IN :kinds AND season = :season
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: between(now, season, kind, subjects, objects, limit)
SELECT kind, subject_id, at, accuracy_seconds, object_id, details, id, season
FROM world_events
WHERE kind = :kind AND subject_id IN :subjects AND object_id IN :objects AND season = :season
    AND public_at <= :now
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: of_subject(now, season, kinds, subject, limit)
-- `season` 0: of all seasons.
SELECT kind, subject_id, at, accuracy_seconds, object_id, details, id, season
FROM world_events
WHERE kind IN :kinds AND subject_id = :subject AND public_at <= :now AND :season IN (0, season)
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: of_period(now, kinds, since, until, limit)
SELECT kind, subject_id, at, accuracy_seconds, object_id, details, id, season
FROM world_events
WHERE kind IN :kinds AND at >= :since AND at < :until AND public_at <= :now
ORDER BY at DESC, id DESC
LIMIT :limit
