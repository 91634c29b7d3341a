-- `gateway backup` and `gateway restore`.

-- A backup reads the site schema as it was at one moment, without a lock. Names, numbers and times come out, and go in,
-- as the server of any zone has them; an id 0 stays 0.
-- name: repeatable_read()
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ

-- name: exact_values()
SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES', time_zone = '+00:00', sql_quote_show_create = 1,
    sql_notes = 0

-- A table that somebody holds is not waited for until the next day.
-- name: wait_at_most(seconds)
SET SESSION lock_wait_timeout = :seconds

-- name: snapshot()
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY

-- The tables are filled one after the other: a row may come before the one that it refers to.
-- name: unchecked_keys()
SET SESSION foreign_key_checks = 0, unique_checks = 0

-- The columns that are written, not computed. `key_position`: in the primary key, from 1; 0 outside of it.
-- name: columns(schema)
SELECT item.table_name AS `table`, item.column_name AS name, LOWER(item.data_type) AS type,
       CAST(COALESCE(primary_key.ordinal_position, 0) AS SIGNED) AS key_position
FROM information_schema.columns AS item
JOIN information_schema.tables AS tables
    ON tables.table_schema = item.table_schema AND tables.table_name = item.table_name
LEFT JOIN information_schema.key_column_usage AS primary_key
    ON primary_key.constraint_schema = item.table_schema AND primary_key.table_name = item.table_name
   AND primary_key.column_name = item.column_name AND primary_key.constraint_name = 'PRIMARY'
WHERE item.table_schema = :schema AND tables.table_type = 'BASE TABLE'
  AND COALESCE(item.generation_expression, '') = ''
ORDER BY item.table_name, item.ordinal_position

-- The sessions of others in a schema. Each process of the service has one.
-- name: sessions_in(schema)
SELECT user AS user, SUBSTRING_INDEX(host, ':', 1) AS host, COUNT(*) AS sessions
FROM information_schema.processlist
WHERE db = :schema AND id <> CONNECTION_ID()
GROUP BY user, SUBSTRING_INDEX(host, ':', 1)
ORDER BY user, host

-- 1 while a process leads the jobs; the name of the lock is as in lock.sql.
-- name: is_led(schema)
SELECT IS_USED_LOCK(LEFT(CONCAT(:schema, '.jobs'), 64)) IS NOT NULL AS is_led

-- name: ledger()
SELECT COUNT(*) AS transfers, COALESCE(MAX(id), 0) AS last_transfer FROM ledger_transfers

-- name: version()
SELECT VERSION() AS value

-- The moment of the newest verified backup.
-- name: last()
SELECT reached FROM job_positions WHERE job = 'backup'

-- name: save(reached)
INSERT INTO job_positions (job, reached) VALUES ('backup', :reached) ON DUPLICATE KEY UPDATE reached = :reached

-- name: forget_identity()
DELETE FROM installation
WHERE name IN ('server', 'config', 'game_user') OR name LIKE 'schema.%' OR name LIKE 'user.%'
