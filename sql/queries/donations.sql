-- What players set out to pay. What comes of it is written by `payments.sql`.

-- name: begin(id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, total_coins, created_at)
INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins,
                       total_coins, created_at)
VALUES (:id, :account, :character_id, :character_name, :amount, :currency, :base_coins, :bonus_coins, :total_coins,
        :created_at)

-- name: begun(id)
SELECT id, character_id, amount, total_coins, status, created_at, init_point FROM donations WHERE id = :id

-- name: claim_opening(id, now, before)
-- Whoever changes the row opens the checkout; it counts as begun now, since a checkout stays open for a time from then.
UPDATE donations SET status = 'pending', created_at = :now
WHERE id = :id AND init_point IS NULL AND (status = 'failed' OR (status = 'pending' AND created_at <= :before))

-- name: open(id, preference_id, init_point)
UPDATE donations SET preference_id = :preference_id, init_point = :init_point WHERE id = :id

-- name: fail(id)
-- The provider opened no checkout, or nobody paid there while it was open.
UPDATE donations SET status = 'failed' WHERE id = :id AND status = 'pending'

-- name: one(id, account)
SELECT id, created_at, amount, payment_method, status, coins_credited, character_name, paid_at, credited_at,
       refunded_amount, refunded_at, total_coins, disputed, 1 AS total
FROM donations
WHERE id = :id AND account = :account
