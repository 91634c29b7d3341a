-- Deliveries of coins to characters. A row changes only under its own lock, which is taken before those of the ledger.

-- name: begin(key, account, character_id, character_name, item_id, amount, created_at)
INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, created_at)
VALUES (:key, :account, :character_id, :character_name, :item_id, :amount, :created_at)

-- name: pending(limit)
-- The oldest deliveries that the game has not taken.
SELECT character_id, created_at FROM deliveries WHERE status = 'pending' ORDER BY id LIMIT :limit

-- name: lock_key(key)
-- Repeated requests with one key run one after the other.
SELECT id FROM deliveries WHERE idempotency_key = :key FOR UPDATE

-- name: by_key(key, stuck_before)
SELECT id, created_at, character_id, character_name, amount,
       CASE WHEN status <> 'claimed' THEN status WHEN unconfirmed_at IS NOT NULL THEN 'unconfirmed'
            WHEN gone_at IS NOT NULL THEN 'given'
            WHEN claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck' ELSE status END AS status,
       delivered_at, saved_by, 1 AS total
FROM deliveries
WHERE idempotency_key = :key

-- name: list(account, statuses, stuck_before, limit)
-- Newest first; `total` counts the rows before the limit. An empty account means all.
SELECT id, created_at, account, character_id, character_name, amount, shown AS status, claimed_at, receipt,
       COUNT(*) OVER () AS total, gone_at, saved_at, saved_by, unconfirmed_at, row_seen_at, gone_items AS items_before
FROM (
    SELECT id, created_at, account, character_id, character_name, amount, claimed_at, receipt,
           gone_at, saved_at, saved_by, unconfirmed_at, row_seen_at, gone_items,
           CASE WHEN status <> 'claimed' THEN status WHEN unconfirmed_at IS NOT NULL THEN 'unconfirmed'
            WHEN gone_at IS NOT NULL THEN 'given'
            WHEN claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck' ELSE status END AS shown
    FROM deliveries
) AS delivery
WHERE shown IN :statuses AND (:account = '' OR account = :account)
ORDER BY id DESC
LIMIT :limit

-- name: last_stop()
-- The last stop of the game that the probe saw.
SELECT began_at, last_answer_at, ended_at FROM game_runs WHERE ended_at IS NOT NULL ORDER BY began_at DESC LIMIT 1

-- name: since_crash(confirmed_from, stopped_before, limit)
-- What the last stop may have lost: what no save is known of, and what the game server itself confirmed shortly before.
SELECT id, created_at, account, character_id, character_name, amount,
       CASE WHEN status = 'delivered' THEN 'delivered' WHEN unconfirmed_at IS NOT NULL THEN 'unconfirmed' ELSE 'given' END
           AS status,
       claimed_at, receipt, COUNT(*) OVER () AS total, gone_at, saved_at, saved_by, unconfirmed_at, row_seen_at,
       gone_items AS items_before
FROM deliveries
WHERE (status = 'claimed' AND (unconfirmed_at IS NOT NULL OR (gone_at IS NOT NULL AND row_seen_at < :stopped_before)))
   OR (status = 'delivered' AND claim IS NOT NULL AND delivered_at BETWEEN :confirmed_from AND :stopped_before)
ORDER BY id DESC
LIMIT :limit

-- name: lock(id)
SELECT id, account, character_name, amount, status, claimed_at, handed_at, gone_at, unconfirmed_at, delivered_at, cancelled_at
FROM deliveries
WHERE id = :id
FOR UPDATE

-- name: confirm(id, receipt, now)
-- A delivered row changes as well (its count): the commit then also waits until the earlier confirmation is durable. The
-- operator's word stands for the save of a row that the game has taken.
UPDATE deliveries
SET saved_by = CASE WHEN status = 'claimed' AND gone_at IS NOT NULL THEN 'operator' ELSE saved_by END,
    saved_at = CASE WHEN gone_at IS NOT NULL THEN COALESCE(saved_at, :now) ELSE saved_at END,
    status = 'delivered', confirmed = confirmed + 1, receipt = COALESCE(receipt, :receipt),
    delivered_at = COALESCE(delivered_at, :now)
WHERE id = :id AND status IN ('claimed', 'delivered')

-- name: cancel(id, now)
UPDATE deliveries SET status = 'cancelled', cancelled_at = :now WHERE id = :id AND status IN ('pending', 'claimed')

-- name: backlog(stuck_before)
-- Counts open deliveries by the index on the status: it reads as many rows as are open, not all that exist.
SELECT
    CAST(COALESCE(SUM(shown = 'pending'), 0) AS SIGNED) AS pending,
    CAST(COALESCE(SUM(shown = 'claimed'), 0) AS SIGNED) AS claimed,
    CAST(COALESCE(SUM(shown = 'given'), 0) AS SIGNED) AS given,
    CAST(COALESCE(SUM(shown = 'stuck'), 0) AS SIGNED) AS stuck,
    CAST(COALESCE(SUM(shown = 'unconfirmed'), 0) AS SIGNED) AS unconfirmed,
    MIN(CASE WHEN shown = 'pending' THEN created_at END) AS oldest
FROM (
    SELECT created_at,
           CASE WHEN status <> 'claimed' THEN status WHEN unconfirmed_at IS NOT NULL THEN 'unconfirmed'
            WHEN gone_at IS NOT NULL THEN 'given'
            WHEN claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck' ELSE status END AS shown
    FROM deliveries
    WHERE status IN ('pending', 'claimed')
) AS delivery
