-- name: online_since()
-- Time of the first success after the last sampled failure; no row if the last sample is a failure.
SELECT at
FROM status_samples
WHERE online = 1
  AND at > (SELECT COALESCE(MAX(failures.at), 0) FROM status_samples AS failures WHERE failures.online = 0)
ORDER BY at
LIMIT 1

-- name: peak()
-- Highest sampled player count, and the first time it was reached.
SELECT at, online_players
FROM status_samples
ORDER BY online_players DESC, at
LIMIT 1
