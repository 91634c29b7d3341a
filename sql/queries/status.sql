-- name: peak()
-- Highest sampled player count, and the first time it was reached.
SELECT at, online_players
FROM status_samples
ORDER BY online_players DESC, at
LIMIT 1
