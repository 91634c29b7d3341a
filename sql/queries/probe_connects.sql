-- name: last_connects()
SELECT server, connected_at, answered_at, outcome, refused_at
FROM probe_connects
ORDER BY server

-- name: lock_last_connects()
-- Processes take turns: each keeps the distance to the connects of the others.
SELECT server, connected_at, answered_at, outcome, refused_at
FROM probe_connects
ORDER BY server
FOR UPDATE

-- name: begin_connect(server, at)
UPDATE probe_connects SET connected_at = :at WHERE server = :server

-- name: end_connect(server, at, outcome, refused_at)
UPDATE probe_connects
SET answered_at = :at, outcome = :outcome, refused_at = GREATEST(refused_at, :refused_at)
WHERE server = :server
