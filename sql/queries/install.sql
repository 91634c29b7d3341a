-- Queries of `gateway install`, `migrate` and `doctor`, with an administrator's login.

-- name: columns(schemas)
SELECT table_schema, table_name, column_name
FROM information_schema.columns
WHERE table_schema IN :schemas
ORDER BY table_schema, table_name, ordinal_position

-- name: indexes(schemas)
SELECT DISTINCT table_name, index_name FROM information_schema.statistics WHERE table_schema IN :schemas

-- Columns of one table, and the characters that they hold; 0 for a column that is no text.
-- name: column_widths(schema, table)
SELECT LOWER(column_name) AS name, CAST(COALESCE(character_maximum_length, 0) AS SIGNED) AS characters
FROM information_schema.columns
WHERE table_schema = :schema AND table_name = :table

-- The tables and views of a schema; a view has a definer.
-- name: tables(schema)
SELECT item.table_name AS name, item.table_type AS kind, COALESCE(views.definer, '') AS definer
FROM information_schema.tables AS item
LEFT JOIN information_schema.views AS views
    ON views.table_schema = item.table_schema AND views.table_name = item.table_name
WHERE item.table_schema = :schema
ORDER BY item.table_name

-- Schemas with a table `accounts`, except the server's own. Those of a login server, without characters, come first.
-- name: schemas_with_accounts()
SELECT table_schema AS name
FROM information_schema.tables
WHERE LOWER(table_name) IN ('accounts', 'characters') AND table_type = 'BASE TABLE'
  AND table_schema NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')
GROUP BY table_schema
HAVING SUM(LOWER(table_name) = 'accounts') > 0
ORDER BY COUNT(*), table_schema

-- name: view_definition(schema, view)
SELECT view_definition AS definition
FROM information_schema.views
WHERE table_schema = :schema AND table_name = :view

-- The client host of this session, as the server sees it.
-- name: client_host()
SELECT SUBSTRING_INDEX(USER(), '@', -1) AS host

-- The foreign keys of a schema that lead to one of these tables.
-- name: foreign_keys(schema, tables)
SELECT DISTINCT table_name AS name, referenced_table_name AS parent
FROM information_schema.key_column_usage
WHERE table_schema = :schema AND referenced_table_schema = :schema AND referenced_table_name IN :tables
ORDER BY table_name, referenced_table_name

-- name: procedures(schema)
SELECT routine_name AS name, definer AS definer
FROM information_schema.routines
WHERE routine_schema = :schema AND routine_type = 'PROCEDURE'

-- Indexes of the game's items that begin with the owner.
-- name: owner_indexes(schema)
SELECT COUNT(*) AS indexes
FROM information_schema.statistics
WHERE table_schema = :schema AND LOWER(table_name) = 'items' AND LOWER(column_name) = 'owner_id' AND seq_in_index = 1

-- name: record(name, value)
REPLACE INTO installation (name, value) VALUES (:name, :value)

-- name: recorded_value(name)
SELECT value FROM installation WHERE name = :name

-- name: forget(name)
DELETE FROM installation WHERE name = :name

-- The hosts that a user of that name may log in from.
-- name: hosts_of(user)
SELECT host AS host FROM mysql.user WHERE user = :user

-- name: create_migrations()
CREATE TABLE IF NOT EXISTS schema_migrations (
    number     INT          NOT NULL PRIMARY KEY,
    name       VARCHAR(120) NOT NULL,
    checksum   CHAR(64)     NOT NULL,
    applied_at BIGINT       NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin

-- name: migrations()
SELECT number, name, checksum FROM schema_migrations ORDER BY number

-- name: table_names(schema)
SELECT table_name AS name FROM information_schema.tables WHERE table_schema = :schema

-- Nouns with tables of their own, each with the number of its last file.
-- name: noun_versions()
SELECT SUBSTRING(name, 8) AS name, value AS value FROM installation WHERE name LIKE 'tables.%'

-- name: records()
SELECT name, value FROM installation

-- name: newest_migration()
SELECT COALESCE(MAX(number), 0) AS number FROM schema_migrations

-- The tables and procedures of the session's schema that its user has a right on.
-- name: visible_objects()
SELECT table_name AS name, 'table' AS kind FROM information_schema.tables WHERE table_schema = DATABASE()
UNION ALL
SELECT routine_name, 'procedure' FROM information_schema.routines WHERE routine_schema = DATABASE()

-- The table is filled in.
-- name: count_rows()
SELECT COUNT(*) AS count FROM {table}

-- name: lock(name, seconds)
SELECT COALESCE(GET_LOCK(:name, :seconds), 0) AS is_acquired

-- name: unlock(name)
SELECT COALESCE(RELEASE_LOCK(:name), 0) AS released

-- Replaces an optional view without a statement that fits.
-- name: empty_view()
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.{view} AS
SELECT {columns}
FROM {table}
WHERE FALSE
