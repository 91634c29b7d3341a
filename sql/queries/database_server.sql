-- Hard requirements on a database server, asked by `install`, `serve` and `doctor`.

-- name: capabilities()
SELECT VERSION() AS version,
       COALESCE((SELECT support FROM information_schema.engines WHERE engine = 'InnoDB'), 'NO') AS innodb

-- Tables of the site schema without transactions.
-- name: other_engines(schema)
SELECT table_name AS `table`, engine AS engine
FROM information_schema.tables
WHERE table_schema = :schema AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'
ORDER BY table_name
LIMIT 5

-- name: clock()
SELECT CAST(UNIX_TIMESTAMP(NOW(6)) * 1000 AS SIGNED) AS now_ms
