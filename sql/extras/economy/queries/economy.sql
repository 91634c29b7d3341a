-- The nightly count of all items of the game, and its alarms. `day`: days since 1970 in the site's time zone.

-- name: items(after, count)
-- Reads short ranges by primary key: a MyISAM table is locked for one range at a time only. Amounts are limited to 10^15, so
-- that thousands of them can be added up. `elapsed_us` of the last row: how long the range locked the table at most.
SELECT
    CAST(items.object_id AS SIGNED) AS object_id,
    CAST(COALESCE(items.owner_id, 0) AS SIGNED) AS owner_id,
    CAST(COALESCE(items.item_id, 0) AS SIGNED) AS item_id,
    CAST(LEAST(items.amount, 1000000000000000) AS SIGNED) AS amount,
    CAST(items.enchant AS SIGNED) AS enchant,
    TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)) AS elapsed_us
FROM items
WHERE items.object_id > :after
ORDER BY items.object_id
LIMIT :count

-- name: owners(ids)
SELECT CAST(character_id AS SIGNED) AS character_id, name, account_name AS account, CAST(level AS SIGNED) AS level
FROM characters
WHERE character_id IN :ids

-- name: owner_clans(ids)
SELECT CAST(clan_id AS SIGNED) AS clan_id, name FROM clans WHERE clan_id IN :ids

-- name: last_day(until)
SELECT day, counted_at, duration_ms, database_ms, longest_us, objects, gini, top_percent, top_share
FROM economy_days
WHERE day <= :until
ORDER BY day DESC
LIMIT 1

-- name: is_counted(day)
SELECT day FROM economy_days WHERE day = :day

-- name: nights(first, last)
SELECT COUNT(*) AS nights, COALESCE(MAX(day), 0) AS latest FROM economy_days WHERE day BETWEEN :first AND :last

-- name: parts(day)
SELECT part, last_id, duration_ms, database_ms, longest_us, body FROM economy_parts WHERE day = :day ORDER BY part

-- name: add_part(day, part, last_id, duration_ms, database_ms, longest_us, body)
-- `body`: in base64. The driver takes four times as long to escape the bytes, on the event loop.
INSERT INTO economy_parts (day, part, last_id, duration_ms, database_ms, longest_us, body)
VALUES (:day, :part, :last_id, :duration_ms, :database_ms, :longest_us, FROM_BASE64(:body))

-- name: delete_parts()
DELETE FROM economy_parts WHERE day >= 0

-- name: delete_old_parts(day)
DELETE FROM economy_parts WHERE day <> :day

-- name: add_day(day, counted_at, duration_ms, database_ms, longest_us, objects, gini, top_percent, top_share)
INSERT INTO economy_days
    (day, counted_at, duration_ms, database_ms, longest_us, objects, gini, top_percent, top_share)
VALUES (:day, :counted_at, :duration_ms, :database_ms, :longest_us, :objects, :gini, :top_percent, :top_share)

-- name: add_items(day, rows)
INSERT INTO economy_items (day, item_id, amount, holders, largest, largest_owner, highest_enchant)
SELECT :day, counted.item_id, counted.amount, counted.holders, counted.largest, counted.largest_owner, counted.enchant
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    item_id BIGINT PATH '$[0]',
    amount BIGINT PATH '$[1]',
    largest BIGINT PATH '$[2]',
    largest_owner BIGINT PATH '$[3]',
    enchant INT PATH '$[4]',
    holders BIGINT PATH '$[5]'
)) AS counted

-- name: add_bands(day, rows)
INSERT INTO economy_bands (day, band, holders, amount, largest, largest_owner)
SELECT :day, counted.band, counted.holders, counted.amount, counted.largest, counted.largest_owner
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    band INT PATH '$[0]',
    holders BIGINT PATH '$[1]',
    amount BIGINT PATH '$[2]',
    largest BIGINT PATH '$[3]',
    largest_owner BIGINT PATH '$[4]'
)) AS counted

-- name: add_alarms(day, previous, rows)
-- An acknowledged alarm opens again after a night without it, with another second owner, or when its value has doubled
-- since then. The assignments run from left to right: the columns that the others use are still those of the row.
INSERT INTO economy_alarms (kind, item_id, owner_id, other_owner_id, value, limit_value, first_day, last_day)
SELECT
    raised.kind, raised.item_id, raised.owner_id, raised.other_owner_id, raised.value, raised.limit_value, :day, :day
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    kind VARCHAR(8) PATH '$[0]',
    item_id BIGINT PATH '$[1]',
    owner_id BIGINT PATH '$[2]',
    value BIGINT PATH '$[3]',
    limit_value BIGINT PATH '$[4]',
    other_owner_id BIGINT PATH '$[5]'
)) AS raised
ON DUPLICATE KEY UPDATE
    first_day = IF(economy_alarms.last_day < :previous, VALUES(first_day), first_day),
    acknowledged_at = IF(
        last_day < :previous
        OR economy_alarms.other_owner_id <> VALUES(other_owner_id)
        OR ABS(VALUES(value)) >= 2 * ABS(acknowledged_value),
        NULL,
        acknowledged_at
    ),
    other_owner_id = VALUES(other_owner_id),
    last_day = VALUES(last_day), value = VALUES(value), limit_value = VALUES(limit_value)

-- name: baselines(first, last)
SELECT item_id, COUNT(*) AS nights, AVG(amount) + 0e0 AS mean, STDDEV_POP(amount) + 0e0 AS deviation
FROM economy_items
WHERE day BETWEEN :first AND :last
GROUP BY item_id

-- name: items_of(day)
SELECT item_id, amount, holders, largest, largest_owner, highest_enchant FROM economy_items WHERE day = :day

-- name: amounts_of(item_id, first)
SELECT day, amount FROM economy_items WHERE item_id = :item_id AND day >= :first ORDER BY day

-- name: bands_of(day)
SELECT band, holders, amount, largest, largest_owner FROM economy_bands WHERE day = :day ORDER BY band

-- name: alarms(since, limit)
-- Open alarms first, then acknowledged ones that were seen since a day.
SELECT
    id, kind, item_id, owner_id, other_owner_id, value, limit_value, first_day, last_day, acknowledged_at, acknowledged_by, reason
FROM economy_alarms
WHERE acknowledged_at IS NULL OR last_day >= :since
ORDER BY acknowledged_at IS NOT NULL, last_day DESC, id DESC
LIMIT :limit

-- name: open_alarms(limit)
SELECT
    id, kind, item_id, owner_id, other_owner_id, value, limit_value, first_day, last_day, acknowledged_at, acknowledged_by, reason
FROM economy_alarms
WHERE acknowledged_at IS NULL
ORDER BY last_day DESC, id DESC
LIMIT :limit

-- name: lock_alarm(id)
SELECT
    id, kind, item_id, owner_id, other_owner_id, value, limit_value, first_day, last_day, acknowledged_at, acknowledged_by, reason
FROM economy_alarms
WHERE id = :id
FOR UPDATE

-- name: acknowledge(id, at, operator, reason, value)
UPDATE economy_alarms
SET acknowledged_at = :at, acknowledged_by = :operator, reason = :reason, acknowledged_value = :value
WHERE id = :id

-- name: prune_items(before, limit)
DELETE FROM economy_items WHERE day < :before ORDER BY day LIMIT :limit

-- name: prune_bands(before, limit)
DELETE FROM economy_bands WHERE day < :before ORDER BY day LIMIT :limit

-- name: prune_days(before, limit)
DELETE FROM economy_days WHERE day < :before ORDER BY day LIMIT :limit

-- name: prune_alarms(before, limit)
-- An open alarm stays.
DELETE FROM economy_alarms
WHERE last_day < :before AND acknowledged_at IS NOT NULL
ORDER BY id
LIMIT :limit

-- name: count_open_alarms()
SELECT COUNT(*) AS count FROM economy_alarms WHERE acknowledged_at IS NULL
