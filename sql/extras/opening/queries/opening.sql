-- Opening days of the game, in the site schema.

-- name: newest()
SELECT id, opens_at, is_registration_open, message, texts, sequence, changed_at, opened_at
FROM openings ORDER BY id DESC LIMIT 1

-- name: lock_newest()
SELECT id, opens_at, is_registration_open, message, texts, sequence, changed_at, opened_at
FROM openings ORDER BY id DESC LIMIT 1 FOR UPDATE

-- name: add(opens_at, is_registration_open, message, texts, now)
INSERT INTO openings (opens_at, is_registration_open, message, texts, sequence, changed_at)
VALUES (:opens_at, :is_registration_open, :message, :texts, 0, :now)

-- name: change(id, opens_at, is_registration_open, message, texts, now)
UPDATE openings
SET opens_at = :opens_at, is_registration_open = :is_registration_open, message = :message, texts = :texts,
    sequence = sequence + 1, changed_at = :now
WHERE id = :id AND opened_at IS NULL

-- name: remove(id)
DELETE FROM openings WHERE id = :id AND opened_at IS NULL

-- name: open(id, opens_at, now)
-- The hour may have been moved since the process read it.
UPDATE openings SET opened_at = :now, changed_at = :now WHERE id = :id AND opens_at = :opens_at AND opened_at IS NULL
