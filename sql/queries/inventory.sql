-- Items of characters. Items of clan warehouses and of pets are not listed.

-- name: of_owner(id, count)
-- Sorted for the row limit: equipment, bag, warehouse, freight.
SELECT owner_id, COALESCE(item_id, 0) AS item_id, amount, enchant, place, slot, augmentation
FROM items
WHERE owner_id = :id AND place IN ('PAPERDOLL', 'INVENTORY', 'WAREHOUSE', 'FREIGHT')
ORDER BY FIELD(place, 'PAPERDOLL', 'INVENTORY', 'WAREHOUSE', 'FREIGHT'), object_id
LIMIT :count

-- name: money(ids, coin)
-- Adena is item 57.
SELECT owner_id, item_id, SUM(amount) AS amount
FROM items
WHERE owner_id IN :ids AND item_id IN (57, :coin) AND place IN ('INVENTORY', 'WAREHOUSE')
GROUP BY owner_id, item_id

-- name: of_owners(ids, count)
-- One scan of the whole table for all waiting requests, if it has no index on the owner.
SELECT owner_id, COALESCE(item_id, 0) AS item_id, amount, enchant, place, slot, augmentation
FROM items
WHERE owner_id IN :ids AND place IN ('PAPERDOLL', 'INVENTORY', 'WAREHOUSE', 'FREIGHT')
ORDER BY owner_id, FIELD(place, 'PAPERDOLL', 'INVENTORY', 'WAREHOUSE', 'FREIGHT'), object_id
LIMIT :count
