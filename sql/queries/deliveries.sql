-- Coins on their way to characters. A row is only ever changed under its own lock, taken before any of the ledger's.

-- name: begin(key, account, character_id, character_name, item_id, amount, created_at)
-- A key that is there already stays as it is and is locked whole, so that many who send under it wait in a line.
INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, created_at)
VALUES (:key, :account, :character_id, :character_name, :item_id, :amount, :created_at)
ON DUPLICATE KEY UPDATE account = account

-- name: by_key(key, stuck_before)
SELECT id, created_at, character_id, character_name, amount,
       CASE WHEN status = 'claimed' AND claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck' ELSE status END AS status,
       delivered_at, 1 AS total
FROM deliveries
WHERE idempotency_key = :key

-- name: listed(account, statuses, stuck_before, limit)
-- Newest first; `total` counts the rows before the limit. An empty account stands for all.
SELECT id, created_at, account, character_id, character_name, amount, shown AS status, claimed_at, receipt,
       COUNT(*) OVER () AS total
FROM (
    SELECT id, created_at, account, character_id, character_name, amount, claimed_at, receipt,
           CASE WHEN status = 'claimed' AND claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck' ELSE status END AS shown
    FROM deliveries
) AS delivery
WHERE shown IN :statuses AND (:account = '' OR account = :account)
ORDER BY id DESC
LIMIT :limit

-- name: lock(id)
SELECT id, account, character_name, amount, status, claimed_at, handed_at, delivered_at, cancelled_at
FROM deliveries
WHERE id = :id
FOR UPDATE

-- name: confirm(id, receipt, now)
-- One that is delivered already changes as well (its count), so that whoever is told of it is told of what lasts.
UPDATE deliveries
SET status = 'delivered', confirmed = confirmed + 1, receipt = COALESCE(receipt, :receipt),
    delivered_at = COALESCE(delivered_at, :now)
WHERE id = :id AND status IN ('claimed', 'delivered')

-- name: cancel(id, now)
UPDATE deliveries SET status = 'cancelled', cancelled_at = :now WHERE id = :id AND status IN ('pending', 'claimed')

-- name: standing(stuck_before)
-- What is open, by the index on the status: as many rows as wait for the game, not all there ever were.
SELECT
    CAST(COALESCE(SUM(status = 'pending'), 0) AS SIGNED) AS pending,
    CAST(COALESCE(SUM(status = 'claimed' AND NOT (claimed_at <= :stuck_before AND handed_at IS NULL)), 0) AS SIGNED)
        AS claimed,
    CAST(COALESCE(SUM(status = 'claimed' AND claimed_at <= :stuck_before AND handed_at IS NULL), 0) AS SIGNED) AS stuck,
    MIN(CASE WHEN status = 'pending' THEN created_at END) AS oldest
FROM deliveries
WHERE status IN ('pending', 'claimed')
