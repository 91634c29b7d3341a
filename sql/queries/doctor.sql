-- What `gateway doctor` asks, with the logins of the service: little, short, and nothing that waits for a lock. Of the
-- large tables it reads short ranges by key. Blocks that only an administrator may ask say so.

-- The columns of the views that the user may read.
-- name: view_columns()
SELECT table_name, column_name, data_type, COALESCE(collation_name, '') AS collation
FROM information_schema.columns
WHERE table_schema = DATABASE()
ORDER BY table_name, ordinal_position

-- name: server()
SELECT VERSION() AS version,
       CAST(UNIX_TIMESTAMP(NOW(6)) * 1000 AS SIGNED) AS now_ms,
       @@global.time_zone AS zone,
       @@system_time_zone AS system_zone,
       @@session.time_zone AS session_zone,
       @@global.read_only AS read_only,
       @@global.max_connections AS most_connections,
       @@session.max_user_connections AS connections

-- Short ranges by key, as the snapshot reads them: what they hold is counted here, not there.

-- name: items(after, until, count)
SELECT object_id AS id, owner_id AS owner, COALESCE(item_id, 0) AS item_id, place
FROM items
WHERE object_id > :after AND object_id <= :until
ORDER BY object_id
LIMIT :count

-- name: last_item()
SELECT object_id AS id FROM items ORDER BY object_id DESC LIMIT 1

-- name: characters(after, until, count)
SELECT CAST(character_id AS SIGNED) AS id, COALESCE(account_name, '') AS owner
FROM characters
WHERE character_id > :after AND character_id <= :until
ORDER BY character_id
LIMIT :count

-- name: last_character()
SELECT CAST(character_id AS SIGNED) AS id FROM characters ORDER BY character_id DESC LIMIT 1

-- What a scan does, on one of those ranges: every row is read and compared. And the same rows found by key.

-- name: scan_items(after, until, owner)
SELECT COUNT(*) AS found FROM items WHERE object_id > :after AND object_id <= :until AND owner_id + 0 = :owner

-- name: keyed_items(ids)
SELECT COUNT(*) AS found FROM items WHERE object_id IN :ids

-- name: scan_characters(after, until, owner)
SELECT COUNT(*) AS found
FROM characters
WHERE character_id > :after AND character_id <= :until AND CONCAT(account_name, '') = :owner

-- name: keyed_characters(ids)
SELECT COUNT(*) AS found FROM characters WHERE character_id IN :ids

-- The first row of an owner known to have one: how the server came to it, the counters tell.

-- name: one_item(owner)
SELECT object_id AS id FROM items WHERE owner_id = :owner LIMIT 1

-- name: one_character(owner)
SELECT CAST(character_id AS SIGNED) AS id FROM characters WHERE account_name = :owner LIMIT 1

-- Rows that this session has read, by how it came to them. It does not count itself.
-- name: counters()
SHOW SESSION STATUS LIKE 'Handler_read%'

-- For an administrator alone.

-- What the views read, as the server keeps it.
-- name: definitions(schema)
SELECT table_name AS view, view_definition AS definition
FROM information_schema.views
WHERE table_schema = :schema

-- name: tables(schemas)
SELECT table_schema AS table_schema, table_name AS name, COALESCE(engine, '') AS engine,
       CAST(COALESCE(table_rows, 0) AS SIGNED) AS total
FROM information_schema.tables
WHERE table_schema IN :schemas AND table_type = 'BASE TABLE'

-- Every column of the game's own tables.
-- name: table_columns(schemas)
SELECT table_schema, table_name, column_name, data_type, is_nullable = 'YES' AS nullable
FROM information_schema.columns
WHERE table_schema IN :schemas
ORDER BY table_schema, table_name, ordinal_position

-- The columns that indexes begin with.
-- name: leading(schemas)
SELECT table_schema AS table_schema, table_name AS name, column_name AS first_column
FROM information_schema.statistics
WHERE table_schema IN :schemas AND seq_in_index = 1

-- Stands before a statement of the service's; the administrator's session works in the views' schema.
-- name: explain()
EXPLAIN FORMAT=TRADITIONAL

-- Some rows of each view that holds what a unit may be wrong in.

-- name: sample_account_activity(count)
SELECT last_active, created_at FROM account_activity ORDER BY login LIMIT :count

-- name: sample_characters(count)
SELECT race, sex, online, last_access, created_at, deletion_at FROM characters ORDER BY character_id LIMIT :count

-- name: sample_items(count)
SELECT slot FROM items ORDER BY object_id LIMIT :count

-- name: sample_castles(count)
SELECT siege_at FROM castles LIMIT :count

-- name: sample_sieges(count)
SELECT side FROM sieges LIMIT :count

-- name: sample_bosses(count)
SELECT respawn_at FROM bosses LIMIT :count
