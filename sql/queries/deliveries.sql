-- Deliveries of coins to characters. A row changes only under its own lock, which is taken before those of the ledger.

-- name: begin(key, account, character_id, character_name, item_id, amount, created_at)
INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, created_at)
VALUES (:key, :account, :character_id, :character_name, :item_id, :amount, :created_at)

-- name: lock_key(key)
-- Repeated requests with one key run one after the other.
SELECT id FROM deliveries WHERE idempotency_key = :key FOR UPDATE

-- name: by_key(key, stuck_before)
SELECT id, created_at, character_id, character_name, amount,
       CASE WHEN status = 'claimed' AND claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck' ELSE status END AS status,
       delivered_at, 1 AS total
FROM deliveries
WHERE idempotency_key = :key

-- name: list(account, statuses, stuck_before, limit)
-- Newest first; `total` counts the rows before the limit. An empty account means all.
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
-- A delivered row changes as well (its count): the commit then also waits until the earlier confirmation is durable.
UPDATE deliveries
SET status = 'delivered', confirmed = confirmed + 1, receipt = COALESCE(receipt, :receipt),
    delivered_at = COALESCE(delivered_at, :now)
WHERE id = :id AND status IN ('claimed', 'delivered')

-- name: cancel(id, now)
UPDATE deliveries SET status = 'cancelled', cancelled_at = :now WHERE id = :id AND status IN ('pending', 'claimed')

-- name: backlog(stuck_before)
-- Counts open deliveries by the index on the status: it reads as many rows as are open, not all that exist.
SELECT
    CAST(COALESCE(SUM(status = 'pending'), 0) AS SIGNED) AS pending,
    CAST(COALESCE(SUM(status = 'claimed' AND NOT (claimed_at <= :stuck_before AND handed_at IS NULL)), 0) AS SIGNED)
        AS claimed,
    CAST(COALESCE(SUM(status = 'claimed' AND claimed_at <= :stuck_before AND handed_at IS NULL), 0) AS SIGNED) AS stuck,
    MIN(CASE WHEN status = 'pending' THEN created_at END) AS oldest
FROM deliveries
WHERE status IN ('pending', 'claimed')
