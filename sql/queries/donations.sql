-- Donations as players begin them. `payments.sql` updates them from their payments.

-- name: add_price(steps, created_at)
INSERT INTO price_versions (steps, created_at)
SELECT :steps, :created_at FROM DUAL
WHERE NOT EXISTS (SELECT 1 FROM price_versions WHERE steps = :steps)

-- name: add_package(steps, currency, amount, coins, percentage, created_at)
INSERT INTO price_versions (steps, currency, amount, coins, percentage, created_at)
SELECT :steps, :currency, :amount, :coins, :percentage, :created_at FROM DUAL
WHERE NOT EXISTS (SELECT 1 FROM price_versions WHERE steps = :steps)

-- name: begin(id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, total_coins, steps, package, provider, created_at)
-- `steps`, `package`: as the price version has them; one of the two is empty.
INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins,
                       total_coins, price_version, price_package, provider, created_at)
VALUES (:id, :account, :character_id, :character_name, :amount, :currency, :base_coins, :bonus_coins, :total_coins,
        (SELECT version FROM price_versions WHERE steps = :steps),
        (SELECT version FROM price_versions WHERE steps = :package), :provider, :created_at)

-- name: started_donation(id)
SELECT donation.id, donation.account, donation.character_id, donation.character_name, donation.amount, donation.currency,
       donation.base_coins, donation.bonus_coins, donation.total_coins, donation.status, donation.created_at,
       donation.init_point, donation.provider, package.percentage
FROM donations AS donation
LEFT JOIN price_versions AS package ON package.version = donation.price_package
WHERE donation.id = :id

-- name: claim_checkout(id, now, before)
-- The request that changes the row opens the checkout. `created_at` restarts, since the checkout expires relative to it.
UPDATE donations SET status = 'pending', created_at = :now, cancelled_at = NULL
WHERE id = :id AND init_point IS NULL AND (status = 'failed' OR (status = 'pending' AND created_at <= :before))

-- name: open(id, preference_id, init_point, expires_at, order_hash)
UPDATE donations
SET preference_id = :preference_id, init_point = :init_point, expires_at = :expires_at, order_hash = :order_hash
WHERE id = :id

-- name: fail(id)
-- Reasons: the provider opened no checkout, or the checkout expired unpaid.
UPDATE donations SET status = 'failed' WHERE id = :id AND status = 'pending'

-- name: cancel(id, now)
UPDATE donations SET status = 'failed', cancelled_at = :now WHERE id = :id AND status = 'pending'

-- name: end_checkout(id, now, open_seconds)
-- The provider takes no further payment by it.
UPDATE donations SET expires_at = :now
WHERE id = :id AND status = 'failed' AND COALESCE(expires_at, created_at + :open_seconds) > :now

-- name: open_checkout(id, account, now, open_seconds)
-- One row while a donation that was given up can still be paid.
SELECT provider, preference_id
FROM donations
WHERE id = :id AND account = :account AND status = 'failed' AND preference_id IS NOT NULL
  AND COALESCE(expires_at, created_at + :open_seconds) > :now

-- name: list(account, statuses, mismatched, since, limit)
-- Newest first; `total` counts the rows before the limit. An empty account means all; `mismatched` 1: only donations with
-- a payment that does not match them.
SELECT id, created_at, account, character_name, amount, currency, total_coins, coins_credited, status, disputed,
       init_point IS NOT NULL AS opened, cancelled_at IS NOT NULL AS cancelled, COUNT(*) OVER () AS total
FROM donations
WHERE (:account = '' OR account = :account) AND status IN :statuses AND created_at >= :since
  AND (:mismatched = 0 OR EXISTS (SELECT 1 FROM payments
                                  WHERE payments.donation_id = donations.id AND payments.mismatch IS NOT NULL))
ORDER BY created_at DESC, id DESC
LIMIT :limit

-- name: payments(ids)
SELECT payment.id, payment.provider, payment.reference, payment.donation_id, payment.state, payment.status, payment.detail,
       payment.amount, COALESCE(payment.currency, donation.currency) AS currency, payment.coins, payment.mismatch
FROM payments AS payment
JOIN donations AS donation ON donation.id = payment.donation_id
WHERE payment.donation_id IN :ids
ORDER BY payment.id

-- name: unmatched_payments(limit)
-- Payments that name no donation of ours; newest first.
SELECT id, provider, reference, '' AS donation_id, state, status, detail, amount,
       COALESCE(currency, '') AS currency, coins, mismatch
FROM payments
WHERE donation_id IS NULL AND mismatch IS NOT NULL
ORDER BY id DESC
LIMIT :limit

-- name: donation(id, account, now, open_seconds)
-- Amounts in minor units. `failure` follows the newest failed payment as the provider describes it
-- (`wallet.donations` has the same rule).
SELECT id, created_at, amount AS amount_minor, currency, provider, payment_method, status, coins_credited AS coins_received,
       character_name, paid_at, credited_at, refunded_amount AS refunded_minor, refunded_at, total_coins,
       disputed,
       CASE WHEN status <> 'failed' THEN NULL WHEN cancelled_at IS NOT NULL THEN 'cancelled'
            WHEN init_point IS NULL THEN 'unopened'
            ELSE COALESCE((SELECT CASE WHEN payment.detail = 'by_payer' THEN 'cancelled'
                                       WHEN payment.detail IN ('expired', 'canceled') THEN 'expired' ELSE 'refused' END
                           FROM payments AS payment
                           WHERE payment.donation_id = donations.id AND payment.state = 'failed'
                           ORDER BY payment.updated_ms DESC, payment.id DESC
                           LIMIT 1), 'expired') END AS failure,
       CASE WHEN status = 'pending' AND COALESCE(expires_at, created_at + :open_seconds) > :now THEN init_point END
           AS checkout_url,
       CASE WHEN status = 'pending' THEN COALESCE(expires_at, created_at + :open_seconds) END AS expires_at, 1 AS total
FROM donations
WHERE id = :id AND account = :account

-- name: count_disputed()
SELECT COUNT(*) AS count FROM donations WHERE status = 'completed' AND disputed = 1
