-- The game's own delivery tables, one row for each delivery. The user may only SELECT from and INSERT into that one
-- table. `…_probe` inserts no row and fails for every reason for which an INSERT would fail.

-- name: columns(table)
-- `needed`: an INSERT must give a value; `counts`: AUTO_INCREMENT.
SELECT LOWER(column_name) AS name,
       CASE WHEN is_nullable = 'NO' AND column_default IS NULL AND extra NOT LIKE '%auto_increment%'
            THEN 1 ELSE 0 END AS needed,
       CASE WHEN extra LIKE '%auto_increment%' THEN 1 ELSE 0 END AS counts
FROM information_schema.columns
WHERE table_schema = DATABASE() AND LOWER(table_name) = :table

-- name: uptime()
-- Uptime of the game's database server in seconds.
SHOW GLOBAL STATUS LIKE 'Uptime'

-- name: mail_probe()
INSERT INTO custom_mail (date, receiver, subject, message, items)
SELECT date, receiver, subject, message, items FROM custom_mail WHERE FALSE

-- name: mail_add(second, receiver, subject, message, items)
INSERT INTO custom_mail (date, receiver, subject, message, items)
VALUES (FROM_UNIXTIME(:second), :receiver, :subject, :message, :items)

-- name: mail_existing(receivers)
SELECT receiver, UNIX_TIMESTAMP(date) AS second, 0 AS number, RIGHT(message, 100) AS text, 0 AS item_id, 0 AS amount,
       0 AS given
FROM custom_mail
WHERE receiver IN :receivers

-- name: marked_probe()
INSERT INTO items_delayed (owner_id, item_id, count, payment_status, description)
SELECT owner_id, item_id, count, payment_status, description FROM items_delayed WHERE FALSE

-- name: marked_add(receiver, item_id, amount, text)
INSERT INTO items_delayed (owner_id, item_id, count, payment_status, description)
VALUES (:receiver, :item_id, :amount, 0, :text)

-- name: marked_existing(receivers, texts)
SELECT owner_id AS receiver, 0 AS second, 0 AS number, COALESCE(description, '') AS text, item_id, count AS amount,
       payment_status AS given
FROM items_delayed
WHERE owner_id IN :receivers AND (payment_status = 0 OR description IN :texts)

-- name: numbered_probe()
INSERT INTO items_delayed (payment_id, owner_id, item_id, count, payment_status)
SELECT payment_id, owner_id, item_id, count, payment_status FROM items_delayed WHERE FALSE

-- name: numbered_add(number, receiver, item_id, amount)
INSERT INTO items_delayed (payment_id, owner_id, item_id, count, payment_status)
VALUES (:number, :receiver, :item_id, :amount, 0)

-- name: numbered_existing(numbers)
SELECT owner_id AS receiver, 0 AS second, payment_id AS number, '' AS text, item_id, count AS amount,
       payment_status AS given
FROM items_delayed
WHERE payment_id IN :numbers

-- name: donate_probe()
INSERT INTO items_donate (id, owner_id, item_id, count) SELECT id, owner_id, item_id, count FROM items_donate WHERE FALSE

-- name: donate_add(number, receiver, item_id, amount)
INSERT INTO items_donate (id, owner_id, item_id, count) VALUES (:number, :receiver, :item_id, :amount)

-- name: donate_existing(numbers)
SELECT owner_id AS receiver, 0 AS second, id AS number, '' AS text, item_id, count AS amount, 0 AS given
FROM items_donate
WHERE id IN :numbers
