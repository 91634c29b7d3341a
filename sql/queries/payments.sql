-- From webhooks to coins. Locks are taken in one order: the donation, its payments, then those of the ledger.

-- name: lock_donation(id)
SELECT id, account, amount, currency, total_coins, status, paid_at, credited_at, refunded_at, order_hash
FROM donations
WHERE id = :id
FOR UPDATE

-- name: recorded_payment(id)
SELECT id, provider, reference, donation_id, outcome, refunded, charged_back, updated_ms, coins, held, disputed, moves, credited,
       status, detail, mismatch, fee, net, approved_at, release_at, method, payer, settlement_currency
FROM payments
WHERE id = :id
FOR UPDATE

-- name: other_payments(donation_id, id)
-- The donation's other payments that match it, or matched it when they were credited.
SELECT id, provider, reference, donation_id, outcome, refunded, charged_back, updated_ms, coins, held, disputed, moves, credited,
       status, detail, mismatch, fee, net, approved_at, release_at, method, payer, settlement_currency
FROM payments
WHERE donation_id = :donation_id AND id <> :id AND (mismatch IS NULL OR credited = 1)

-- name: record(id, provider, reference, donation_id, status, detail, outcome, amount, currency, refunded, charged_back, updated_ms, coins, held, disputed, moves, credited, seen_at)
INSERT INTO payments (id, provider, reference, donation_id, status, detail, outcome, amount, currency, refunded,
                      charged_back, updated_ms, coins, held, disputed, moves, credited, mismatch, first_seen_at, seen_at)
VALUES (:id, :provider, :reference, :donation_id, :status, :detail, :outcome, :amount, :currency, :refunded,
        :charged_back, :updated_ms, :coins, :held, :disputed, :moves, :credited, NULL, :seen_at, :seen_at)
ON DUPLICATE KEY UPDATE
    donation_id = :donation_id, status = :status, detail = :detail, outcome = :outcome, amount = :amount,
    currency = :currency, refunded = :refunded, charged_back = :charged_back, updated_ms = :updated_ms, coins = :coins,
    held = :held,
    disputed = :disputed, moves = :moves, credited = :credited, mismatch = NULL, seen_at = :seen_at

-- name: record_mismatch(id, provider, reference, donation_id, status, detail, amount, currency, refunded, charged_back, updated_ms, mismatch, seen_at)
-- Posted coins stay posted, under the same donation, until an operator decides.
INSERT INTO payments (id, provider, reference, donation_id, status, detail, outcome, amount, currency, refunded,
                      charged_back, updated_ms, mismatch, first_seen_at, seen_at)
VALUES (:id, :provider, :reference, :donation_id, :status, :detail, 'failed', :amount, :currency, :refunded,
        :charged_back, :updated_ms, :mismatch, :seen_at, :seen_at)
ON DUPLICATE KEY UPDATE
    donation_id = COALESCE(donation_id, :donation_id), status = :status, detail = :detail, amount = :amount,
    currency = :currency, refunded = :refunded, charged_back = :charged_back, updated_ms = :updated_ms,
    mismatch = :mismatch, seen_at = :seen_at

-- name: settle(id, fee, net, approved_at, release_at, method, payer, settlement_currency)
-- Keeps values that the provider does not report. The buyer of an erased account is not recorded again.
UPDATE payments
SET fee = COALESCE(:fee, fee), net = COALESCE(:net, net), approved_at = COALESCE(:approved_at, approved_at),
    release_at = COALESCE(:release_at, release_at), method = COALESCE(:method, method),
    payer = CASE WHEN NOT EXISTS (SELECT 1 FROM donations WHERE id = payments.donation_id AND account LIKE 'erased:%')
                 THEN COALESCE(:payer, payer) END,
    settlement_currency = COALESCE(:settlement_currency, settlement_currency)
WHERE id = :id

-- name: exported_payments(after, since, until, limit)
-- `settlement_currency`: of fee and net.
SELECT payment.id, payment.reference AS payment, payment.provider, payment.donation_id AS donation, donation.account,
       payment.status, payment.detail, payment.mismatch,
       COALESCE(payment.currency, donation.currency) AS currency, payment.amount AS gross, payment.fee, payment.net,
       CASE WHEN COALESCE(payment.fee, payment.net) IS NOT NULL
            THEN COALESCE(payment.settlement_currency, payment.currency, donation.currency) END AS settlement_currency, payment.refunded, payment.coins,
       COALESCE(payment.method, donation.payment_method) AS method, payment.payer,
       donation.created_at AS started_at, payment.approved_at, donation.credited_at, donation.refunded_at,
       payment.release_at AS released_at
FROM payments AS payment
LEFT JOIN donations AS donation ON donation.id = payment.donation_id
WHERE payment.id > :after AND COALESCE(payment.approved_at, payment.first_seen_at) >= :since
  AND COALESCE(payment.approved_at, payment.first_seen_at) < :until
ORDER BY payment.id
LIMIT :limit

-- name: update_donation(id, status, disputed, coins_credited, refunded_amount, payment_method, paid_at, credited_at, refunded_at, checked_at)
UPDATE donations
SET status = :status, disputed = :disputed, coins_credited = :coins_credited, refunded_amount = :refunded_amount,
    payment_method = COALESCE(:payment_method, payment_method), paid_at = :paid_at, credited_at = :credited_at,
    refunded_at = :refunded_at, checked_at = :checked_at
WHERE id = :id

-- name: set_checked_at(id, checked_at)
UPDATE donations SET checked_at = :checked_at WHERE id = :id

-- name: donation(id)
SELECT id, created_at, status, provider, preference_id, expires_at FROM donations WHERE id = :id

-- name: pending_donations(now, before, since, limit)
-- Pending donations whose webhook may be lost, at intervals that grow with their age.
SELECT id, created_at, status, provider, preference_id, expires_at
FROM donations
WHERE status = 'pending' AND created_at BETWEEN :since AND :before
  AND COALESCE(checked_at, 0) <= :now - GREATEST(300, (:now - created_at) DIV 20)
ORDER BY created_at
LIMIT :limit

-- name: completed_donations(statuses, checked_before, since, limit)
-- Checked once a day, for a refund whose webhook was lost or a late second payment.
SELECT id, created_at, status, provider, preference_id, expires_at
FROM donations
WHERE status IN :statuses AND created_at >= :since AND COALESCE(checked_at, created_at) <= :checked_before
ORDER BY created_at
LIMIT :limit

-- name: claim_check(id, now, before)
-- Claims this check so that only one process performs it.
UPDATE donations SET checked_at = :now
WHERE id = :id AND status = 'pending' AND COALESCE(checked_at, 0) <= :before

-- name: store_webhook(webhook, payment_id, provider, reference, received_at, due_at)
INSERT INTO webhook_inbox (notice, payment_id, provider, reference, received_at, due_at)
VALUES (:webhook, :payment_id, :provider, :reference, :received_at, :due_at)
ON DUPLICATE KEY UPDATE deliveries = deliveries + 1, status = 'waiting', attempts = 0, due_at = :due_at

-- name: legacy_is_expected(payment_id)
-- One row if an unsigned notice may be of a payment of ours: a recorded one, or that of a pending donation.
SELECT 1 AS is_expected FROM DUAL
WHERE EXISTS (SELECT 1 FROM payments WHERE id = :payment_id) OR EXISTS (SELECT 1 FROM donations WHERE status = 'pending')

-- name: search_position(job)
-- The time up to which the account at a provider was searched for changed payments.
SELECT reached FROM job_positions WHERE job = :job

-- name: save_search_position(job, reached, now)
-- A position in the future is of a wrong clock.
INSERT INTO job_positions (job, reached) VALUES (:job, :reached)
ON DUPLICATE KEY UPDATE reached = IF(reached > :now, :reached, GREATEST(reached, :reached))

-- name: has_donations(provider, since)
SELECT 1 AS is_expected FROM DUAL
WHERE EXISTS (SELECT 1 FROM donations WHERE provider = :provider AND created_at >= :since)

-- name: recent_currencies(since)
SELECT DISTINCT currency FROM donations WHERE created_at >= :since ORDER BY currency

-- name: open_donations(provider, now, open_seconds)
-- Donations that can still be paid, or have a payment that is not decided.
SELECT CAST(COUNT(*) AS SIGNED) AS count
FROM donations AS donation
WHERE donation.provider = :provider AND donation.init_point IS NOT NULL
  AND ((donation.status IN ('pending', 'failed') AND COALESCE(donation.expires_at, donation.created_at + :open_seconds) > :now)
       OR EXISTS (SELECT 1 FROM payments AS payment
                  WHERE payment.donation_id = donation.id AND payment.state IN ('pending', 'disputed')))

-- name: newest_webhook(payment_id)
SELECT COALESCE(MAX(id), 0) AS id FROM webhook_inbox WHERE payment_id = :payment_id AND status = 'waiting'

-- name: due_webhooks(now, limit)
SELECT provider, reference, MAX(attempts) AS attempts, MIN(received_at) AS received_at
FROM webhook_inbox
WHERE status = 'waiting' AND due_at <= :now
GROUP BY provider, reference
ORDER BY MIN(due_at)
LIMIT :limit

-- name: finish_webhooks(payment_id, upto)
UPDATE webhook_inbox SET status = 'done'
WHERE payment_id = :payment_id AND status = 'waiting' AND id <= :upto

-- name: postpone_webhooks(payment_id, due_at)
-- Unsigned notices are given up after three attempts.
UPDATE webhook_inbox
SET status = IF(notice LIKE 'old:%' AND attempts >= 2, 'given_up', status), attempts = attempts + 1, due_at = :due_at
WHERE payment_id = :payment_id AND status = 'waiting'

-- name: retry_webhooks(now)
UPDATE webhook_inbox SET due_at = :now WHERE status = 'waiting' AND attempts > 0 AND due_at > :now

-- name: give_up_webhooks(payment_id, upto)
UPDATE webhook_inbox SET status = 'given_up'
WHERE payment_id = :payment_id AND status = 'waiting' AND id <= :upto

-- name: prune_webhooks(before, limit)
DELETE FROM webhook_inbox WHERE status <> 'waiting' AND due_at < :before ORDER BY id LIMIT :limit

-- name: contested_payment(account)
-- A charged-back payment on which the bank has not decided yet.
SELECT payment.id AS payment_id
FROM donations AS donation
JOIN payments AS payment ON payment.donation_id = donation.id
WHERE donation.account = :account AND payment.contested = 1 AND payment.mismatch IS NULL
LIMIT 1

-- name: set_updated(id, updated_ms)
UPDATE payments SET updated_ms = :updated_ms WHERE id = :id

-- name: set_over_cap(id)
UPDATE payments SET over_cap = 1 WHERE id = :id

-- name: over_cap_since(since)
SELECT COUNT(*) AS count
FROM payments
WHERE over_cap = 1 AND first_seen_at >= :since AND state IN ('paid', 'disputed')

-- name: backlog()
-- Mismatched payments that hold a buyer's money, and unprocessed webhooks, by provider.
SELECT provider, CAST(SUM(mismatched) AS SIGNED) AS mismatched, CAST(SUM(waiting) AS SIGNED) AS waiting
FROM (
    SELECT provider, 1 AS mismatched, 0 AS waiting
    FROM payments
    WHERE mismatch IS NOT NULL AND state NOT IN ('failed', 'reversed')
    UNION ALL
    SELECT provider, 0, 1
    FROM webhook_inbox
    WHERE status = 'waiting'
) AS work
GROUP BY provider

-- name: unanswered_refund(payment_id)
-- The latest request with an unknown outcome.
SELECT payment_id, refunded, amount, asked_at
FROM refunds
WHERE payment_id = :payment_id AND answered_at IS NULL
ORDER BY asked_at DESC
LIMIT 1

-- name: record_refund(payment_id, refunded, amount, asked_at)
INSERT INTO refunds (payment_id, refunded, amount, asked_at)
VALUES (:payment_id, :refunded, :amount, :asked_at)
ON DUPLICATE KEY UPDATE asked_at = :asked_at, answered_at = NULL

-- name: answer_refunds(payment_id, answered_at)
-- The outcome of the latest request settles the earlier ones as well.
UPDATE refunds SET answered_at = :answered_at WHERE payment_id = :payment_id AND answered_at IS NULL
