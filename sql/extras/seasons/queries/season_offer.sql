-- Whether a wipe may have been, in the site schema.

-- name: losses(day)
-- Characters that were there before a day and are not any more, those that stayed, and new ones. An id with two histories
-- was used again.
SELECT
    CAST(COALESCE(SUM(now.gone_day >= :day OR (now.first_day >= :day AND now.gone_day IS NULL AND old.number > 0)), 0) AS SIGNED)
        AS vanished,
    CAST(COALESCE(SUM(now.gone_day IS NULL AND now.first_day < :day), 0) AS SIGNED) AS stayed,
    CAST(COALESCE(SUM(now.gone_day IS NULL AND now.first_day >= :day), 0) AS SIGNED) AS new,
    CAST(COALESCE(MAX(CASE WHEN now.gone_day IS NULL AND now.first_day >= :day THEN now.level END), 0) AS SIGNED) AS new_level,
    CAST(COALESCE(MAX(CASE WHEN now.gone_day >= :day THEN now.level END), 0) AS SIGNED) AS vanished_level
FROM character_now AS now
LEFT JOIN (
    SELECT character_id, COUNT(*) AS number FROM character_histories WHERE first_day < :day GROUP BY character_id
) AS old ON old.character_id = now.character_id
