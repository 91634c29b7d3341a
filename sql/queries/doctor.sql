-- Queries of `gateway doctor` with the service's own logins: few and short, and none waits for a lock. The large tables
-- are read in short ranges by key. The queries at the end are for an administrator.

-- Columns of the views that the user may read.
-- name: view_columns()
SELECT LOWER(table_name) AS view, LOWER(column_name) AS view_column, LOWER(data_type) AS type,
       LOWER(COALESCE(collation_name, '')) AS collation
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
       @@global.max_connections AS max_connections,
       @@session.max_user_connections AS max_user_connections

-- The server's own clock at a moment, in minutes from UTC; NULL if it has no rules for its zone.
-- name: zone_offset(seconds)
SELECT TIMESTAMPDIFF(
           MINUTE, FROM_UNIXTIME(:seconds), CONVERT_TZ(FROM_UNIXTIME(:seconds), '+00:00', @@global.time_zone)
       ) AS minutes

-- name: items(after, until, count)
SELECT object_id AS id, owner_id AS owner, COALESCE(item_id, 0) AS item_id
FROM items
WHERE object_id > :after AND object_id <= :until
ORDER BY object_id
LIMIT :count

-- name: last_item()
SELECT object_id AS id FROM items ORDER BY object_id DESC LIMIT 1

-- name: characters(after, until, count)
SELECT CAST(character_id AS SIGNED) AS id, COALESCE(account_name, '') AS owner, 0 AS item_id,
       CAST(COALESCE(access_level, 0) AS SIGNED) AS access_level
FROM characters
WHERE character_id > :after AND character_id <= :until
ORDER BY character_id
LIMIT :count

-- name: last_character()
SELECT CAST(character_id AS SIGNED) AS id FROM characters ORDER BY character_id DESC LIMIT 1

-- The work of a scan on one range: every row is read and compared.

-- name: scan_items(after, until, owner)
SELECT COUNT(*) AS matching FROM items WHERE object_id > :after AND object_id <= :until AND owner_id + 0 = :owner

-- name: scan_characters(after, until, owner)
SELECT COUNT(*) AS matching
FROM characters
WHERE character_id > :after AND character_id <= :until AND CONCAT(account_name, '') = :owner

-- The first row of an owner known to have one; the counters below show whether the server scanned for it.

-- name: one_item(owner)
SELECT object_id AS id FROM items WHERE owner_id = :owner LIMIT 1

-- name: one_character(owner)
SELECT CAST(character_id AS SIGNED) AS id FROM characters WHERE account_name = :owner LIMIT 1

-- Rows that this session has read, by access method. The statement does not count itself.
-- name: counters()
SHOW SESSION STATUS LIKE 'Handler_read%'

-- Values that could be in a unit of the game's own, from the first rows of each view.

-- name: game_values(count)
(SELECT 'characters' AS view, 'race' AS view_column, CAST(race AS SIGNED) AS value
 FROM characters ORDER BY character_id LIMIT :count)
UNION ALL
(SELECT 'characters', 'sex', CAST(sex AS SIGNED) FROM characters ORDER BY character_id LIMIT :count)
UNION ALL
(SELECT 'characters', 'online', CAST(online AS SIGNED) FROM characters ORDER BY character_id LIMIT :count)
UNION ALL
(SELECT 'characters', 'last_access', CAST(last_access AS SIGNED) FROM characters ORDER BY character_id LIMIT :count)
UNION ALL
(SELECT 'characters', 'created_at', CAST(created_at AS SIGNED) FROM characters ORDER BY character_id LIMIT :count)
UNION ALL
(SELECT 'characters', 'deletion_at', CAST(deletion_at AS SIGNED) FROM characters ORDER BY character_id LIMIT :count)
UNION ALL
(SELECT 'items', 'slot', CAST(slot AS SIGNED) FROM items ORDER BY object_id LIMIT :count)
UNION ALL
(SELECT 'castles', 'siege_at', CAST(siege_at AS SIGNED) FROM castles LIMIT :count)
UNION ALL
(SELECT 'bosses', 'respawn_at', CAST(respawn_at AS SIGNED) FROM bosses LIMIT :count)

-- name: auth_values(count)
(SELECT 'account_activity' AS view, 'last_active' AS view_column, CAST(last_active AS SIGNED) AS value
 FROM account_activity ORDER BY login LIMIT :count)
UNION ALL
(SELECT 'account_activity', 'created_at', CAST(created_at AS SIGNED) FROM account_activity ORDER BY login LIMIT :count)

-- Hashes of some accounts, to count their formats.
-- name: stored_hashes(limit)
SELECT password FROM accounts LIMIT :limit

-- Names longer than `most` in one range by login; `end` NULL: the last one.
-- name: long_names(most, after, end)
SELECT COUNT(*) AS accounts
FROM accounts
WHERE CHAR_LENGTH(login) > :most AND login > :after AND (:end IS NULL OR login <= :end)

-- name: players_of(logins)
SELECT login FROM accounts WHERE login IN :logins AND COALESCE(access_level, 0) = 0

-- For an administrator.

-- Tables, and views that an operator has put in place of one: they have no engine.
-- name: tables(schema)
SELECT table_name AS name, COALESCE(engine, '') AS engine, CAST(COALESCE(table_rows, 0) AS SIGNED) AS row_count
FROM information_schema.tables
WHERE table_schema = :schema AND table_type IN ('BASE TABLE', 'VIEW')

-- First columns of indexes.
-- name: indexed_columns(schema)
SELECT table_name AS indexed_table, column_name AS indexed_column, index_name
FROM information_schema.statistics
WHERE table_schema = :schema AND seq_in_index = 1

-- Prefix of a view's SELECT; nothing is run.
-- name: explain()
EXPLAIN FORMAT=JSON

-- Prefix of a view's name; nothing is run.
-- name: explain_view()
EXPLAIN FORMAT=JSON SELECT * FROM
