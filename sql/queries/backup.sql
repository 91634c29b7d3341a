-- `gateway backup` and `gateway restore`.

-- The moment of the newest verified backup.
-- name: last()
SELECT reached FROM job_positions WHERE job = 'backup'

-- name: save(reached)
INSERT INTO job_positions (job, reached) VALUES ('backup', :reached) ON DUPLICATE KEY UPDATE reached = :reached
