-- name: highest(since, step)
-- The highest count of each step.
SELECT at - at % :step AS bucket_start, MAX(online_players) AS players, MAX(traders) AS traders
FROM status_samples
WHERE at >= :since
GROUP BY bucket_start
ORDER BY bucket_start
