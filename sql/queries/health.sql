-- name: ping()
SELECT 1 AS alive
