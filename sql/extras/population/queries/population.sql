-- name: lock_chain(at)
-- One process at a time continues the chain: the others wait for this row.
INSERT INTO job_positions (job, reached) VALUES ('population_chain', :at)
ON DUPLICATE KEY UPDATE reached = VALUES(reached)

-- name: last_minute()
-- A locking read, which sees what others have committed since the transaction began.
SELECT at, hash
FROM status_samples
WHERE hash IS NOT NULL
ORDER BY at DESC
LIMIT 1
FOR UPDATE

-- name: add_minute(at, online, planned, players, traders, hash)
-- Ignores a minute that a process of the previous release has written.
INSERT INTO status_samples (at, online, online_players, planned, traders, hash)
VALUES (:at, :online, :players, :planned, :traders, :hash)
ON DUPLICATE KEY UPDATE at = VALUES(at)

-- name: minutes(since, until)
SELECT at, online, planned, online_players AS players, traders, hash
FROM status_samples
WHERE hash IS NOT NULL AND at >= :since AND at < :until
ORDER BY at

-- name: first_open_minute(since)
SELECT at
FROM status_samples
WHERE hash IS NOT NULL AND at >= :since
ORDER BY at
LIMIT 1

-- name: last_day()
SELECT minutes, up, planned, peak_players, peak_at, peak_traders, day, first, head
FROM population_days
ORDER BY day DESC
LIMIT 1

-- name: days(since, until)
SELECT minutes, up, planned, peak_players, peak_at, peak_traders, day, first, head
FROM population_days
WHERE day >= :since AND day < :until
ORDER BY day

-- name: add_day(day, minutes, up, planned, peak_players, peak_at, peak_traders, first, head)
-- Nothing reads the column `outages`.
INSERT IGNORE INTO population_days (day, minutes, up, planned, peak_players, peak_at, peak_traders, outages, first, head)
VALUES (:day, :minutes, :up, :planned, :peak_players, :peak_at, :peak_traders, '[]', :first, :head)

-- name: averages(since, step)
-- Minutes with the game online, and the sum of their players, of each step.
SELECT at - at % :step AS bucket_start, COUNT(*) AS minutes, CAST(SUM(online_players) AS SIGNED) AS players
FROM status_samples
WHERE at >= :since AND online = 1
GROUP BY bucket_start

-- name: add_hours(before)
INSERT IGNORE INTO population_hours (at, minutes, peak_players, peak_traders)
SELECT at - at % 3600 AS hour, COUNT(*), MAX(online_players), MAX(traders)
FROM status_samples
WHERE at < :before
GROUP BY hour

-- name: prune_minutes(before, peak_at, count)
DELETE FROM status_samples
WHERE at < :before AND at <> :peak_at
ORDER BY at
LIMIT :count
