-- name: runs_since(since)
-- Runs do not overlap: the last one that began before `since` may still run then, no earlier one does.
SELECT began_at, last_answer_at, ended_at
FROM game_runs
WHERE began_at >= COALESCE((SELECT MAX(earlier.began_at) FROM game_runs AS earlier WHERE earlier.began_at <= :since), 0)
  AND (ended_at IS NULL OR ended_at >= :since)
ORDER BY began_at
