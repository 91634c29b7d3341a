-- name: samples(account, since, limit)
-- The last ones first, so that what a limit cuts off is the oldest.
SELECT day, character_id, level, exp, pvp_kills, pk_kills
FROM character_samples
WHERE account = :account AND day >= :since
ORDER BY day DESC, character_id DESC
LIMIT :limit
