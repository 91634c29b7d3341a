-- Donations as players begin them. `payments.sql` updates them from their payments.

-- name: begin(id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, total_coins, created_at)
INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins,
                       total_coins, created_at)
VALUES (:id, :account, :character_id, :character_name, :amount, :currency, :base_coins, :bonus_coins, :total_coins,
        :created_at)

-- name: started(id)
SELECT id, character_id, amount, total_coins, status, created_at, init_point FROM donations WHERE id = :id

-- name: claim_checkout(id, now, before)
-- The request that changes the row opens the checkout. `created_at` restarts, since the checkout expires relative to it.
UPDATE donations SET status = 'pending', created_at = :now
WHERE id = :id AND init_point IS NULL AND (status = 'failed' OR (status = 'pending' AND created_at <= :before))

-- name: open(id, preference_id, init_point)
UPDATE donations SET preference_id = :preference_id, init_point = :init_point WHERE id = :id

-- name: fail(id)
-- The provider opened no checkout, or the checkout expired unpaid.
UPDATE donations SET status = 'failed' WHERE id = :id AND status = 'pending'

-- name: one(id, account)
SELECT id, created_at, amount, payment_method, status, coins_credited, character_name, paid_at, credited_at,
       refunded_amount, refunded_at, total_coins, disputed, 1 AS total
FROM donations
WHERE id = :id AND account = :account
