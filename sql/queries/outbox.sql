-- The outbox of deliveries into the game's own table: our side of it. One process works on it at a time; each statement
-- is also safe with two.

-- name: pending(after, limit)
-- The oldest of each character, from the id after `after` on, whose item is a coin of this site and whose payment the
-- ledger has: the same check as in the procedure `claim_deliveries`.
SELECT d.id, d.character_id, d.item_id, d.amount
FROM (SELECT MIN(delivery.id) AS oldest
      FROM deliveries AS delivery
      JOIN installation AS coin ON coin.name = CONCAT('coin_item.', delivery.item_id)
      JOIN ledger_transfers AS transfer
          ON transfer.idempotency_key = CONCAT('delivery:', delivery.id) AND transfer.kind = 'delivery'
      JOIN ledger_entries AS entry
          ON entry.transfer_id = transfer.id AND entry.account = CONCAT('wallet:', delivery.account)
         AND entry.amount = -delivery.amount
      WHERE delivery.status = 'pending'
      GROUP BY delivery.character_id
      HAVING oldest > :after
      ORDER BY oldest
      LIMIT :limit) AS first
JOIN deliveries AS d ON d.id = first.oldest
ORDER BY d.id

-- name: claim(id, now, second)
-- The unique key refuses a second that the character already has.
UPDATE deliveries SET status = 'claimed', claimed_at = :now, handover_second = :second
WHERE id = :id AND status = 'pending'

-- name: claimed_deliveries(after, limit)
SELECT id, character_id, item_id, amount, handover_second, claimed_at, handed_at
FROM deliveries
WHERE status = 'claimed' AND handover_second IS NOT NULL AND id > :after
ORDER BY id
LIMIT :limit

-- name: mark_written(id, now)
UPDATE deliveries SET handed_at = :now WHERE id = :id AND status = 'claimed' AND handed_at IS NULL

-- name: mark_lost(id)
UPDATE deliveries SET handed_at = NULL WHERE id = :id AND status = 'claimed'

-- name: confirm(id, now, receipt)
UPDATE deliveries
SET status = 'delivered', delivered_at = :now, receipt = :receipt, confirmed = confirmed + 1,
    handed_at = COALESCE(handed_at, :now)
WHERE id = :id AND status = 'claimed'
