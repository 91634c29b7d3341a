-- name: ping()
SELECT 1 AS alive

-- name: data_folder()
-- Where the server keeps its tables, on its own machine.
SELECT @@datadir AS path
