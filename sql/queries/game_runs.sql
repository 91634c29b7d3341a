-- name: runs_since(since)
-- Runs do not overlap: the last one that began before `since` may still run then, no earlier one does.
SELECT began_at, last_answer_at, ended_at
FROM game_runs
WHERE began_at >= COALESCE((SELECT MAX(earlier.began_at) FROM game_runs AS earlier WHERE earlier.began_at <= :since), 0)
  AND (ended_at IS NULL OR ended_at >= :since)
ORDER BY began_at

-- name: last_run()
SELECT began_at, last_answer_at, ended_at, socket
FROM game_runs
ORDER BY began_at DESC
LIMIT 1

-- name: lock_runs(at)
-- One process at a time continues the runs: the others wait for this row.
INSERT INTO job_positions (job, reached) VALUES ('game_runs', :at)
ON DUPLICATE KEY UPDATE reached = VALUES(reached)

-- name: lock_last_run()
-- A locking read, which sees what others have committed since the transaction began.
SELECT began_at, last_answer_at, ended_at, socket
FROM game_runs
ORDER BY began_at DESC
LIMIT 1
FOR UPDATE

-- name: begin_run(began_at, last_answer_at, socket)
INSERT INTO game_runs (began_at, last_answer_at, socket) VALUES (:began_at, :last_answer_at, :socket)

-- name: extend_run(began_at, last_answer_at, socket)
UPDATE game_runs SET last_answer_at = :last_answer_at, socket = :socket WHERE began_at = :began_at

-- name: end_run(began_at, last_answer_at, ended_at)
UPDATE game_runs SET last_answer_at = :last_answer_at, ended_at = :ended_at WHERE began_at = :began_at
