-- name: history(since, step)
SELECT at - at % :step AS bucket_start, MAX(online_players) AS online_players
FROM status_samples
WHERE at >= :since
GROUP BY bucket_start
ORDER BY bucket_start
