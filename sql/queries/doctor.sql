-- What `gateway doctor` asks, with the logins of the service: little, short, and nothing that waits for a lock. Of the
-- large tables it reads short ranges by key. Blocks that only an administrator may ask say so.

-- The columns of the views that the user may read.
-- name: view_columns()
SELECT table_name, column_name, data_type, COALESCE(collation_name, '') AS collation
FROM information_schema.columns
WHERE table_schema = DATABASE()
ORDER BY table_name, ordinal_position
