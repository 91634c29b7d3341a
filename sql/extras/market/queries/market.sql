-- Shops of the game, read by the leader in short ranges of the primary key; what they offer, and the prices of each day.

-- name: shops(after, count)
-- Of the game. A shop whose owner is not in the game as an offline trader is closed. Rows of a deleted character have no
-- owner.
SELECT CAST(shops.character_id AS SIGNED) AS character_id, shops.kind, CAST(shops.since AS SIGNED) AS opened_at,
       characters.account_name AS login, CAST(COALESCE(characters.trader, 0) AS SIGNED) AS is_trader,
       CAST(characters.x AS SIGNED) AS x, CAST(characters.y AS SIGNED) AS y, CAST(characters.z AS SIGNED) AS z
FROM shops
LEFT JOIN characters ON characters.character_id = shops.character_id
WHERE shops.character_id > :after
ORDER BY shops.character_id
LIMIT :count

-- name: shop_items(ids, limit)
-- Of the game. `owner_id` and what follows: of the object with that id, NULL without one.
SELECT CAST(shop_items.character_id AS SIGNED) AS character_id, CAST(shop_items.entry_id AS SIGNED) AS entry_id,
       CAST(shop_items.amount AS SIGNED) AS amount, CAST(shop_items.price AS SIGNED) AS price,
       CAST(COALESCE(shop_items.enchant, 0) AS SIGNED) AS enchant, CAST(items.owner_id AS SIGNED) AS owner_id,
       CAST(items.item_id AS SIGNED) AS item_id, CAST(items.amount AS SIGNED) AS owner_amount,
       CAST(items.enchant AS SIGNED) AS object_enchant
FROM shop_items
LEFT JOIN items ON items.object_id = shop_items.entry_id
WHERE shop_items.character_id IN :ids
LIMIT :limit

-- name: close_range(after, last)
UPDATE market_offers SET is_open = 0 WHERE character_id > :after AND character_id <= :last AND is_open = 1

-- name: add_offers(now, rows)
INSERT INTO market_offers (
    character_id, kind, entry_id, enchant, price, login, item_id, amount, town, opened_at, first_seen_at, seen_at, is_open
)
SELECT offer.character_id, offer.kind, offer.entry_id, offer.enchant, offer.price, offer.login, offer.item_id, offer.amount,
       offer.town, offer.opened_at, :now, :now, 1
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    character_id BIGINT PATH '$[0]',
    kind VARCHAR(7) PATH '$[1]',
    entry_id BIGINT PATH '$[2]',
    enchant INT PATH '$[3]',
    price BIGINT PATH '$[4]',
    login VARCHAR(45) PATH '$[5]',
    item_id BIGINT PATH '$[6]',
    amount BIGINT PATH '$[7]',
    town VARCHAR(60) PATH '$[8]',
    opened_at BIGINT PATH '$[9]'
)) AS offer
ON DUPLICATE KEY UPDATE
    login = VALUES(login), item_id = VALUES(item_id), amount = VALUES(amount), town = VALUES(town),
    opened_at = VALUES(opened_at), seen_at = VALUES(seen_at), is_open = 1

-- name: add_reading(began_at, finished_at, shops, open_shops, offers, traders, read_rows)
INSERT INTO market_readings (slot, began_at, finished_at, shops, open_shops, offers, traders, read_rows)
VALUES (1, :began_at, :finished_at, :shops, :open_shops, :offers, :traders, :read_rows)
ON DUPLICATE KEY UPDATE
    began_at = VALUES(began_at), finished_at = VALUES(finished_at), shops = VALUES(shops), open_shops = VALUES(open_shops),
    offers = VALUES(offers), traders = VALUES(traders), read_rows = VALUES(read_rows)

-- name: reading()
SELECT began_at, finished_at, shops, open_shops, offers, traders, read_rows FROM market_readings WHERE slot = 1

-- name: add_days(day, since, until)
INSERT INTO market_days (item_id, enchant, day, lowest, median, offers, lowest_at)
SELECT ranked.item_id, ranked.enchant, :day, MIN(ranked.price),
       ROUND(AVG(IF(ranked.place IN ((ranked.total + 1) DIV 2, (ranked.total + 2) DIV 2), ranked.price, NULL))),
       COUNT(*), MIN(IF(ranked.place = 1, GREATEST(ranked.first_seen_at, :since), NULL))
FROM (
    SELECT item_id, enchant, price, first_seen_at,
           ROW_NUMBER() OVER (PARTITION BY item_id, enchant ORDER BY price, first_seen_at) AS place,
           COUNT(*) OVER (PARTITION BY item_id, enchant) AS total
    FROM market_offers
    WHERE kind = 'sell' AND seen_at >= :since AND first_seen_at < :until
) AS ranked
GROUP BY ranked.item_id, ranked.enchant
ON DUPLICATE KEY UPDATE
    lowest = VALUES(lowest), median = VALUES(median), offers = VALUES(offers), lowest_at = VALUES(lowest_at)

-- name: offers(is_buying, has_items, items, town, enchant, price, start, limit)
-- Sorted by price: the lowest first of what is sold, the highest first of what is bought. `total`: of all pages.
SELECT character_id, kind, item_id, enchant, price, amount, town, opened_at, COUNT(*) OVER () AS total
FROM market_offers
WHERE is_open = 1 AND (kind = 'buy') = :is_buying AND (:has_items = 0 OR item_id IN :items)
  AND (:town = '' OR town = :town) AND enchant >= :enchant AND price <= :price
ORDER BY IF(:is_buying = 1, -price, price), first_seen_at, character_id, entry_id
LIMIT :limit OFFSET :start

-- name: towns()
SELECT town, COUNT(DISTINCT character_id) AS shops FROM market_offers WHERE is_open = 1 GROUP BY town ORDER BY shops DESC, town

-- name: offers_of_item(item_id, limit)
SELECT character_id, kind, item_id, enchant, price, amount, town, opened_at, 0 AS total
FROM market_offers
WHERE item_id = :item_id AND is_open = 1
ORDER BY kind = 'buy', IF(kind = 'buy', -price, price), first_seen_at, character_id
LIMIT :limit

-- name: days_of_items(ids, since)
SELECT item_id, enchant, day, lowest, median, offers, lowest_at
FROM market_days
WHERE item_id IN :ids AND day >= :since
ORDER BY item_id, enchant, day

-- name: offered_items(limit)
SELECT item_id, COUNT(*) AS offers FROM market_offers WHERE is_open = 1 GROUP BY item_id ORDER BY offers DESC, item_id LIMIT :limit

-- name: prune_offers(before, limit)
DELETE FROM market_offers WHERE seen_at < :before ORDER BY seen_at LIMIT :limit

-- name: prune_days(before, limit)
DELETE FROM market_days WHERE day < :before ORDER BY day LIMIT :limit

-- name: personal_offers(login, limit, start)
SELECT JSON_OBJECT('character_id', character_id, 'kind', kind, 'item_id', item_id, 'enchant', enchant, 'price', price,
                   'amount', amount, 'town', town, 'opened_at', opened_at, 'first_seen_at', first_seen_at,
                   'seen_at', seen_at) AS body
FROM market_offers
WHERE login = :login
ORDER BY character_id, kind, entry_id, enchant, price
LIMIT :limit OFFSET :start
