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
-- Those with a row in the game's table, or of which that is not known.
SELECT id, character_id, item_id, amount, handover_second, claimed_at, handed_at
FROM deliveries
WHERE status = 'claimed' AND handover_second IS NOT NULL AND gone_at IS NULL AND id > :after
ORDER BY id
LIMIT :limit

-- name: mark_written(id, now)
UPDATE deliveries SET handed_at = :now WHERE id = :id AND status = 'claimed' AND handed_at IS NULL

-- name: mark_lost(id)
UPDATE deliveries SET handed_at = NULL WHERE id = :id AND status = 'claimed'

-- name: mark_gone(id, now, row_seen_at, receipt, playtime, access, items, saved_at)
UPDATE deliveries
SET gone_at = :now, row_seen_at = :row_seen_at, receipt = :receipt, gone_playtime = :playtime, gone_access = :access, gone_items = :items,
    saved_at = :saved_at, handed_at = COALESCE(handed_at, :now)
WHERE id = :id AND status = 'claimed' AND gone_at IS NULL

-- name: given_deliveries(after, limit)
-- The game has taken their rows and is not known to have saved their coins.
SELECT id, character_id, item_id, amount, COALESCE(row_seen_at, claimed_at) AS row_seen_at, gone_at, gone_playtime,
       gone_access, saved_at
FROM deliveries
WHERE status = 'claimed' AND gone_at IS NOT NULL AND unconfirmed_at IS NULL AND id > :after
ORDER BY id
LIMIT :limit

-- name: note_save(id, saved_at)
UPDATE deliveries SET saved_at = :saved_at WHERE id = :id AND status = 'claimed' AND saved_at IS NULL

-- name: mark_unconfirmed(id, now, saved_at)
UPDATE deliveries SET unconfirmed_at = :now, handed_at = NULL, saved_at = COALESCE(saved_at, :saved_at)
WHERE id = :id AND status = 'claimed' AND gone_at IS NOT NULL AND unconfirmed_at IS NULL

-- name: confirm(id, now, receipt, saved_at, saved_by)
UPDATE deliveries
SET status = 'delivered', delivered_at = :now, receipt = COALESCE(receipt, :receipt), confirmed = confirmed + 1,
    handed_at = COALESCE(handed_at, :now), saved_at = :saved_at, saved_by = :saved_by
WHERE id = :id AND status = 'claimed' AND unconfirmed_at IS NULL

-- name: positions()
SELECT job, reached FROM job_positions WHERE job IN ('deliveries_seen', 'game_watched', 'game_watched_until')

-- name: keep_position(job, at)
INSERT INTO job_positions (job, reached) VALUES (:job, :at) ON DUPLICATE KEY UPDATE reached = VALUES(reached)
