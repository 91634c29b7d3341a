-- From notices to coins. Locks are taken in one order: the donation, its payments, then what the ledger locks.

-- name: lock_donation(id)
SELECT id, account, amount, currency, total_coins, status, paid_at, credited_at, refunded_at
FROM donations
WHERE id = :id
FOR UPDATE

-- name: seen(id)
SELECT id, donation_id, outcome, refunded, updated_ms, coins, held, disputed, moves, credited, status, detail,
       mismatch
FROM payments
WHERE id = :id
FOR UPDATE

-- name: others(donation_id, id)
-- The donation's other payments that fit it.
SELECT id, donation_id, outcome, refunded, updated_ms, coins, held, disputed, moves, credited, status, detail,
       mismatch
FROM payments
WHERE donation_id = :donation_id AND id <> :id AND (mismatch IS NULL OR credited = 1)

-- name: keep(id, donation_id, status, detail, outcome, amount, refunded, updated_ms, coins, held, disputed, moves, credited, seen_at)
INSERT INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, coins, held, disputed,
                      moves, credited, mismatch, first_seen_at, seen_at)
VALUES (:id, :donation_id, :status, :detail, :outcome, :amount, :refunded, :updated_ms, :coins, :held, :disputed,
        :moves, :credited, NULL, :seen_at, :seen_at)
ON DUPLICATE KEY UPDATE
    donation_id = :donation_id, status = :status, detail = :detail, outcome = :outcome, amount = :amount,
    refunded = :refunded, updated_ms = :updated_ms, coins = :coins, held = :held, disputed = :disputed,
    moves = :moves, credited = :credited, mismatch = NULL, seen_at = :seen_at

-- name: park(id, status, detail, amount, refunded, updated_ms, mismatch, seen_at)
-- What is out for it stays out, and under its donation, until somebody has looked at it.
INSERT INTO payments (id, status, detail, outcome, amount, refunded, updated_ms, mismatch, first_seen_at, seen_at)
VALUES (:id, :status, :detail, 'failed', :amount, :refunded, :updated_ms, :mismatch, :seen_at, :seen_at)
ON DUPLICATE KEY UPDATE
    status = :status, detail = :detail, amount = :amount, updated_ms = :updated_ms, mismatch = :mismatch,
    seen_at = :seen_at

-- name: settle(id, status, disputed, coins_credited, refunded_amount, payment_method, paid_at, credited_at, refunded_at, checked_at)
UPDATE donations
SET status = :status, disputed = :disputed, coins_credited = :coins_credited, refunded_amount = :refunded_amount,
    payment_method = COALESCE(:payment_method, payment_method), paid_at = :paid_at, credited_at = :credited_at,
    refunded_at = :refunded_at, checked_at = :checked_at
WHERE id = :id

-- name: checked(id, checked_at)
UPDATE donations SET checked_at = :checked_at WHERE id = :id

-- name: waiting_donations(now, before, since, limit)
-- Nobody has told us of them, or not all: asked about ever more rarely as they age.
SELECT id, created_at, status
FROM donations
WHERE status = 'pending' AND created_at BETWEEN :since AND :before
  AND COALESCE(checked_at, 0) <= :now - GREATEST(300, (:now - created_at) DIV 20)
ORDER BY created_at
LIMIT :limit

-- name: settled_donations(statuses, checked_before, since, limit)
-- A refund whose notice was lost, or a buyer who tried again: asked about once a day.
SELECT id, created_at, status
FROM donations
WHERE status IN :statuses AND created_at >= :since AND COALESCE(checked_at, created_at) <= :checked_before
ORDER BY created_at
LIMIT :limit

-- name: claim_look(id, now, before)
-- Whoever finds it not looked at since is the one who looks.
UPDATE donations SET checked_at = :now
WHERE id = :id AND status = 'pending' AND COALESCE(checked_at, 0) <= :before

-- name: note(notice, payment_id, received_at, due_at)
INSERT INTO webhook_inbox (notice, payment_id, received_at, due_at)
VALUES (:notice, :payment_id, :received_at, :due_at)
ON DUPLICATE KEY UPDATE deliveries = deliveries + 1

-- name: newest_notice(payment_id)
SELECT COALESCE(MAX(id), 0) AS id FROM webhook_inbox WHERE payment_id = :payment_id AND status = 'waiting'

-- name: leftovers(now, limit)
SELECT payment_id, MAX(attempts) AS attempts, MIN(received_at) AS received_at
FROM webhook_inbox
WHERE status = 'waiting' AND due_at <= :now
GROUP BY payment_id
ORDER BY MIN(due_at)
LIMIT :limit

-- name: answer(payment_id, upto)
UPDATE webhook_inbox SET status = 'done'
WHERE payment_id = :payment_id AND status = 'waiting' AND id <= :upto

-- name: postpone(payment_id, due_at)
UPDATE webhook_inbox SET attempts = attempts + 1, due_at = :due_at
WHERE payment_id = :payment_id AND status = 'waiting'

-- name: give_up(payment_id, upto)
UPDATE webhook_inbox SET status = 'given_up'
WHERE payment_id = :payment_id AND status = 'waiting' AND id <= :upto

-- name: prune(before, limit)
DELETE FROM webhook_inbox WHERE status <> 'waiting' AND due_at < :before ORDER BY id LIMIT :limit

-- name: contested(account)
-- A payment that was charged back while nobody has said yet who bears it.
SELECT payment.id AS payment_id
FROM donations AS donation
JOIN payments AS payment ON payment.donation_id = donation.id
WHERE donation.account = :account AND payment.status = 'charged_back' AND payment.mismatch IS NULL
  AND payment.detail NOT IN ('settled', 'reimbursed')
LIMIT 1

-- name: standing()
-- Parked ones whose money somebody still waits for, and notices that were not worked yet; by the indexes alone.
SELECT (SELECT COUNT(*) FROM payments
        WHERE mismatch IS NOT NULL AND status NOT IN ('rejected', 'cancelled', 'refunded', 'charged_back')) AS parked,
       (SELECT COUNT(*) FROM webhook_inbox WHERE status = 'waiting') AS waiting

-- name: unanswered_refund(payment_id)
-- The latest of which nobody knows what became of it.
SELECT payment_id, refunded, amount, asked_at
FROM refunds
WHERE payment_id = :payment_id AND answered_at IS NULL
ORDER BY asked_at DESC
LIMIT 1

-- name: ask_refund(payment_id, refunded, amount, asked_at)
INSERT INTO refunds (payment_id, refunded, amount, asked_at)
VALUES (:payment_id, :refunded, :amount, :asked_at)
ON DUPLICATE KEY UPDATE asked_at = :asked_at, answered_at = NULL

-- name: answer_refunds(payment_id, answered_at)
-- With what is known of the latest, those before it are in doubt no more.
UPDATE refunds SET answered_at = :answered_at WHERE payment_id = :payment_id AND answered_at IS NULL
