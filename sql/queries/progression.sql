-- name: samples(account, since, limit)
-- Newest first, so that the limit cuts off the oldest rows.
SELECT day, character_id, level, exp, pvp_kills, pk_kills
FROM character_samples
WHERE account = :account AND day >= :since
ORDER BY day DESC, character_id DESC
LIMIT :limit
