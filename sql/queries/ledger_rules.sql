-- The rules of the ledger. One statement each, so that each reads a consistent state of a ledger in use. Every row that
-- it returns is a violation: its subject, the expected number and the one found.

-- name: all_entries(limit)
SELECT 'all entries' AS subject, 0 AS expected, COALESCE(SUM(amount), 0) AS found
FROM ledger_entries
HAVING found <> 0
LIMIT :limit

-- name: unbalanced(limit)
SELECT CONCAT('transfer ', transfer_id) AS subject, 0 AS expected, SUM(amount) AS found
FROM ledger_entries
GROUP BY transfer_id
HAVING found <> 0
ORDER BY transfer_id
LIMIT :limit

-- name: without_entries(limit)
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 2 AS expected, 0 AS found
FROM ledger_transfers AS transfer
LEFT JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id
WHERE entry.transfer_id IS NULL
ORDER BY transfer.id
LIMIT :limit

-- name: without_transfer(limit)
SELECT CONCAT('entry ', entry.transfer_id, '/', entry.line, ' of ', entry.account) AS subject, 1 AS expected, 0 AS found
FROM ledger_entries AS entry
LEFT JOIN ledger_transfers AS transfer ON transfer.id = entry.transfer_id
WHERE transfer.id IS NULL
ORDER BY entry.transfer_id, entry.line
LIMIT :limit

-- name: unknown_accounts(limit)
SELECT account AS subject, 0 AS expected, SUM(amount) AS found
FROM ledger_entries
WHERE SUBSTRING_INDEX(account, ':', 1) NOT IN ('wallet', 'hold', 'debt', 'house')
GROUP BY account
ORDER BY account
LIMIT :limit

-- name: wrong_balances(limit)
-- A house account usually has no row; if it has one, its balance must be right as well.
SELECT account AS subject, SUM(entries) AS expected, SUM(balance) AS found
FROM (
    SELECT account, SUM(amount) AS entries, 0 AS balance, 0 AS is_row
    FROM ledger_entries
    GROUP BY account
    UNION ALL
    SELECT account, 0, balance, 1
    FROM wallets
) AS side
GROUP BY account
HAVING expected <> found AND (SUM(is_row) > 0 OR account NOT LIKE 'house:%')
ORDER BY account
LIMIT :limit

-- name: below_zero(limit)
SELECT account AS subject, 0 AS expected, balance AS found
FROM wallets
WHERE balance < 0 AND kind <> 'house'
ORDER BY account
LIMIT :limit

-- name: uneven_debts(limit)
-- In each transfer, the entries of players' debts and of house:debts sum to 0.
SELECT CONCAT('transfer ', transfer_id) AS subject, 0 AS expected, SUM(amount) AS found
FROM ledger_entries
WHERE account LIKE 'debt:%' OR account = 'house:debts'
GROUP BY transfer_id
HAVING found <> 0
ORDER BY transfer_id
LIMIT :limit

-- name: credited_and_not_completed(limit)
-- A refunded donation keeps its credit; an unpaid one has none. `found` counts credits.
SELECT CONCAT('donation ', donation.id, ', ', donation.status) AS subject, 0 AS expected, COUNT(*) AS found
FROM donations AS donation
JOIN ledger_transfers AS transfer ON transfer.reference = donation.id
WHERE donation.status IN ('pending', 'failed') AND transfer.idempotency_key LIKE '__:%:credit'
GROUP BY donation.id, donation.status
ORDER BY donation.id
LIMIT :limit

-- name: completed_and_not_credited(limit)
SELECT CONCAT('donation ', donation.id) AS subject, 1 AS expected, 0 AS found
FROM donations AS donation
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = donation.id AND transfer.idempotency_key LIKE '__:%:credit'
WHERE donation.status = 'completed' AND transfer.id IS NULL
ORDER BY donation.id
LIMIT :limit

-- name: credited_twice(limit)
-- The unique key prevents a second credit under the same key; this finds one under another key.
SELECT CONCAT('payment ', COALESCE((SELECT name FROM payments WHERE ledger_key = credit.payment LIMIT 1), credit.payment))
           AS subject, 1 AS expected, credit.found
FROM (
    SELECT SUBSTRING_INDEX(idempotency_key, ':', 2) AS payment, COUNT(*) AS found
    FROM ledger_transfers
    WHERE idempotency_key LIKE '__:%:credit%'
    GROUP BY payment
    HAVING found > 1
) AS credit
ORDER BY credit.payment
LIMIT :limit

-- name: credited_to_no_donation(limit)
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 1 AS expected, 0 AS found
FROM ledger_transfers AS transfer
LEFT JOIN donations AS donation ON donation.id = transfer.reference
WHERE transfer.idempotency_key LIKE '__:%:credit' AND donation.id IS NULL
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_donations(limit)
-- Coins the player has of a donation: the sum of its entries on wallet and hold, less those on debt.
SELECT CONCAT('donation ', side.id) AS subject, side.expected, side.found
FROM (
    SELECT donation.id, donation.coins_credited AS found,
           (SELECT COALESCE(SUM(CASE WHEN entry.account LIKE 'debt:%' THEN -entry.amount
                                     WHEN entry.account LIKE 'house:%' THEN 0
                                     ELSE entry.amount END), 0)
            FROM ledger_transfers AS transfer
            JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id
            WHERE transfer.reference = donation.id) AS expected
    FROM donations AS donation
) AS side
WHERE side.expected <> side.found
ORDER BY side.id
LIMIT :limit

-- name: wrong_adjustments(limit)
-- No other transfer touches house:adjustments.
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 1 AS expected, 0 AS found
FROM ledger_transfers AS transfer
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id
GROUP BY transfer.id, transfer.idempotency_key, transfer.kind, transfer.reference
HAVING (transfer.kind = 'adjust' OR SUM(entry.account = 'house:adjustments') > 0)
   AND NOT (transfer.kind = 'adjust' AND transfer.idempotency_key LIKE 'adjust:%'
            AND transfer.reference = transfer.idempotency_key AND COUNT(*) = 2
            AND SUM(entry.account = 'house:adjustments') = 1 AND SUM(entry.account LIKE 'wallet:%') = 1)
ORDER BY transfer.id
LIMIT :limit

-- name: adjusted_without_log(limit)
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 1 AS expected,
       COUNT(entry.id) AS found
FROM ledger_transfers AS transfer
LEFT JOIN operator_log AS entry ON entry.subject = transfer.idempotency_key
WHERE transfer.kind = 'adjust'
GROUP BY transfer.id, transfer.idempotency_key
HAVING found <> 1
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_spins(limit)
-- Checks cost and prize separately; `expected` and `found` are their net sum.
SELECT CONCAT('spin ', spin.seed_id, '-', spin.nonce) AS subject, spin.prize - spin.cost AS expected,
       COALESCE(SUM(entry.amount), 0) AS found
FROM roulette_spins AS spin
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = CONCAT(spin.seed_id, '-', spin.nonce) AND transfer.idempotency_key LIKE 'spin:%'
LEFT JOIN ledger_entries AS entry
    ON entry.transfer_id = transfer.id AND entry.account = CONCAT('wallet:', spin.account)
GROUP BY spin.id, spin.seed_id, spin.nonce, spin.cost, spin.prize
HAVING COALESCE(SUM(LEAST(entry.amount, 0)), 0) <> -spin.cost OR COALESCE(SUM(GREATEST(entry.amount, 0)), 0) <> spin.prize
ORDER BY spin.id
LIMIT :limit

-- name: moved_by_no_spin(limit)
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 1 AS expected, 0 AS found
FROM ledger_transfers AS transfer
LEFT JOIN roulette_spins AS spin
    ON spin.seed_id = CAST(SUBSTRING_INDEX(transfer.reference, '-', 1) AS SIGNED)
    AND spin.nonce = CAST(SUBSTRING_INDEX(transfer.reference, '-', -1) AS SIGNED)
WHERE transfer.idempotency_key LIKE 'spin:%' AND spin.id IS NULL
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_nonces(limit)
-- The pair has as many spins as its nonce says, numbered from 0 without a gap.
SELECT CONCAT('pair ', seed.id, ' of ', seed.account) AS subject, seed.nonce AS expected,
       CASE WHEN COUNT(spin.id) <> seed.nonce THEN COUNT(spin.id) ELSE COALESCE(MAX(spin.nonce) + 1, 0) END AS found
FROM roulette_seeds AS seed
LEFT JOIN roulette_spins AS spin ON spin.seed_id = seed.id AND spin.account = seed.account
GROUP BY seed.id, seed.account, seed.nonce
HAVING found <> expected
ORDER BY seed.id
LIMIT :limit

-- name: wrong_wheels(limit)
-- Pairs without `activated_at` are those of a release that did not bind them to a wheel.
SELECT CONCAT('spin ', spin.seed_id, '-', spin.nonce) AS subject, seed.wheel_version AS expected,
       spin.wheel_version AS found
FROM roulette_spins AS spin
JOIN roulette_seeds AS seed ON seed.id = spin.seed_id
WHERE seed.activated_at IS NOT NULL AND spin.wheel_version <> seed.wheel_version
ORDER BY spin.id
LIMIT :limit

-- name: changed_wheels(limit)
-- Without a promise, the pair is of a release that chose the wheel when the pair became active.
SELECT CONCAT('pair ', id, ' of ', account) AS subject, promised_wheel_version AS expected,
       COALESCE(wheel_version, 0) AS found
FROM roulette_seeds
WHERE promised_wheel_version IS NOT NULL AND NOT wheel_version <=> promised_wheel_version
ORDER BY id
LIMIT :limit

-- name: wrong_hashes(limit)
SELECT CONCAT('pair ', id, ' of ', account) AS subject, 1 AS expected, 0 AS found
FROM roulette_seeds
WHERE server_seed_hash <> SHA2(server_seed, 256)
ORDER BY id
LIMIT :limit

-- Rules of payments. The key of every transfer of a payment begins with `payments.ledger_key`, as `mp:<number>`: two
-- letters of the provider, and its reference. No other key has two letters before its first colon. Violations name a
-- payment as commands take it; one without a row is named by that beginning.

-- name: credited_payments(limit)
-- The first credit of a payment has a fixed key, and `credited` says that it was posted.
SELECT CONCAT('payment ', credit.name) AS subject, credit.expected, credit.found
FROM (
    SELECT payment.id, payment.name, GREATEST(payment.credited, payment.outcome = 'completed') AS expected,
           transfer.id IS NOT NULL AS found
    FROM payments AS payment
    LEFT JOIN ledger_transfers AS transfer ON transfer.idempotency_key = CONCAT(payment.ledger_key, ':credit')
) AS credit
WHERE credit.expected <> credit.found
ORDER BY credit.id
LIMIT :limit

-- name: wrong_payments(limit)
-- The sum of a payment's entries on wallet and hold, less those on debt. This also finds transfers of a payment that has
-- no row.
SELECT CONCAT('payment ', COALESCE(MAX(side.name), side.payment)) AS subject,
       SUM(side.posted) AS expected, SUM(side.recorded) AS found
FROM (
    SELECT ledger_key AS payment, name, coins AS recorded, 0 AS posted
    FROM payments
    UNION ALL
    SELECT SUBSTRING_INDEX(transfer.idempotency_key, ':', 2), NULL, 0,
           CASE WHEN entry.account LIKE 'debt:%' THEN -entry.amount ELSE entry.amount END
    FROM ledger_transfers AS transfer
    JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id
    WHERE transfer.idempotency_key LIKE '__:%' AND entry.account NOT LIKE 'house:%'
) AS side
GROUP BY side.payment
HAVING expected <> found
ORDER BY side.payment
LIMIT :limit

-- name: wrong_holds(limit)
SELECT CONCAT('payment ', COALESCE(MAX(side.name), side.payment)) AS subject,
       SUM(side.posted) AS expected, SUM(side.recorded) AS found
FROM (
    SELECT ledger_key AS payment, name, held AS recorded, 0 AS posted
    FROM payments
    WHERE held > 0
    UNION ALL
    SELECT SUBSTRING_INDEX(transfer.idempotency_key, ':', 2), NULL, 0, entry.amount
    FROM ledger_entries AS entry
    JOIN ledger_transfers AS transfer ON transfer.id = entry.transfer_id
    WHERE entry.account LIKE 'hold:%' AND transfer.idempotency_key LIKE '__:%'
) AS side
GROUP BY side.payment
HAVING expected <> found
ORDER BY side.payment
LIMIT :limit

-- name: wrong_moves(limit)
-- `moves` numbers the keys of later transfers: one that is not counted would be posted again.
SELECT CONCAT('payment ', COALESCE(MAX(side.name), side.payment)) AS subject,
       SUM(side.posted) AS expected, SUM(side.recorded) AS found
FROM (
    SELECT ledger_key AS payment, name, moves AS recorded, 0 AS posted
    FROM payments
    UNION ALL
    SELECT SUBSTRING_INDEX(idempotency_key, ':', 2), NULL, 0, 1
    FROM ledger_transfers
    WHERE idempotency_key LIKE '__:%'
) AS side
GROUP BY side.payment
HAVING expected <> found
ORDER BY side.payment
LIMIT :limit

-- name: mismatched_and_moved(limit)
-- A payment that never matched its donation moves nothing. (One that matched before keeps its coins until an operator
-- decides.)
SELECT CONCAT('payment ', payment.name, ', ', payment.mismatch) AS subject, 0 AS expected, COUNT(*) AS found
FROM payments AS payment
JOIN ledger_transfers AS transfer
    ON transfer.idempotency_key >= CONCAT(payment.ledger_key, ':')
   AND transfer.idempotency_key < CONCAT(payment.ledger_key, ';')
WHERE payment.mismatch IS NOT NULL AND payment.credited = 0
GROUP BY payment.id, payment.name, payment.mismatch
ORDER BY payment.id
LIMIT :limit

-- name: wrong_sums(limit)
SELECT CONCAT('donation ', side.id) AS subject, side.expected, side.found
FROM (
    SELECT donation.id, donation.coins_credited AS found,
           (SELECT COALESCE(SUM(coins), 0) FROM payments WHERE donation_id = donation.id) AS expected
    FROM donations AS donation
) AS side
WHERE side.expected <> side.found
ORDER BY side.id
LIMIT :limit

-- name: wrong_frozen(limit)
-- Covers all accounts with a donation; no other account can have frozen coins.
SELECT CONCAT('hold:', side.owner) AS subject, SUM(side.recorded) AS expected, SUM(side.balance) AS found
FROM (
    SELECT donation.account AS owner, payment.held AS recorded, 0 AS balance
    FROM payments AS payment
    JOIN donations AS donation ON donation.id = payment.donation_id
    WHERE payment.held > 0
    UNION ALL
    SELECT wallet.owner, 0, wallet.balance
    FROM wallets AS wallet
    WHERE wallet.kind = 'hold' AND EXISTS (SELECT 1 FROM donations WHERE account = wallet.owner)
) AS side
GROUP BY side.owner
HAVING expected <> found
ORDER BY side.owner
LIMIT :limit

-- name: wrong_targets(limit)
-- Recomputes the coins that the last known provider status asks for; the same rule as `coin_rules.target`.
SELECT target.subject, target.expected, target.found
FROM (
    SELECT payment.id, CONCAT('payment ', payment.name, ', ', payment.status) AS subject,
           CASE WHEN payment.state = 'paid' OR (payment.state = 'disputed' AND payment.coins > 0)
                THEN CAST(donation.total_coins AS DECIMAL(30))
                     * (payment.amount - LEAST(payment.refunded, payment.amount)) DIV payment.amount
                ELSE 0 END AS expected,
           payment.coins AS found
    FROM payments AS payment
    JOIN donations AS donation ON donation.id = payment.donation_id
    WHERE payment.mismatch IS NULL
) AS target
WHERE target.expected <> target.found
ORDER BY target.id
LIMIT :limit

-- name: ahead_payments(limit)
-- A state with a later time than its fetch, of a day's difference of clocks at most, would make each real one outdated.
SELECT CONCAT('payment ', name) AS subject, seen_at AS expected, updated_ms DIV 1000 AS found
FROM payments
WHERE updated_ms > (seen_at + 86400) * 1000
ORDER BY id
LIMIT :limit

-- name: wrong_refunds(limit)
-- Centavos. A payment that was credited and matches no more has changed since its donation was updated.
SELECT CONCAT('donation ', side.id) AS subject, side.expected, side.found
FROM (
    SELECT donation.id, donation.refunded_amount AS found,
           COALESCE(SUM(CASE WHEN payment.mismatch IS NULL THEN payment.refunded END), 0) AS expected
    FROM donations AS donation
    LEFT JOIN payments AS payment ON payment.donation_id = donation.id
    GROUP BY donation.id, donation.refunded_amount
    HAVING COALESCE(SUM(payment.mismatch IS NOT NULL AND payment.credited = 1), 0) = 0
) AS side
WHERE side.expected <> side.found
ORDER BY side.id
LIMIT :limit

-- name: other_providers(limit)
-- A checkout of one provider gets no payment of another.
SELECT CONCAT('payment ', payment.name, ', donation ', donation.id) AS subject, 1 AS expected, 0 AS found
FROM payments AS payment
JOIN donations AS donation ON donation.id = payment.donation_id
WHERE payment.provider <> donation.provider AND (payment.mismatch IS NULL OR payment.credited = 1)
ORDER BY payment.id
LIMIT :limit

-- name: paid_before(limit)
-- Of a day's difference of clocks at most. A donation that is paid does not begin anew.
SELECT CONCAT('donation ', donation.id) AS subject, MIN(payment.approved_at) AS expected, donation.created_at AS found
FROM donations AS donation
JOIN payments AS payment ON payment.donation_id = donation.id
WHERE payment.approved_at + 86400 < donation.created_at AND payment.credited = 1
GROUP BY donation.id, donation.created_at
ORDER BY donation.id
LIMIT :limit

-- name: wrong_chargebacks(limit)
-- Centavos that banks took back: at Mercado Pago the whole payment or nothing; at others a part while a dispute is undecided
-- or lost, and nothing else.
SELECT side.subject, side.expected, side.found
FROM (
    SELECT id, CONCAT('payment ', name, ', ', detail) AS subject,
           CASE WHEN provider = 'mercadopago' THEN IF(status = 'charged_back' AND detail <> 'reimbursed', amount, 0)
                WHEN detail IN ('undecided', 'lost') THEN LEAST(charged_back, refunded)
                ELSE 0 END AS expected,
           charged_back AS found
    FROM payments
) AS side
WHERE side.expected <> side.found
ORDER BY side.id
LIMIT :limit

-- name: deliveries_paid(limit)
SELECT CONCAT('delivery ', delivery.id) AS subject, 1 AS expected, COUNT(transfer.id) AS found
FROM deliveries AS delivery
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = CONCAT('delivery:', delivery.id) AND transfer.kind = 'delivery'
GROUP BY delivery.id
HAVING found <> 1
ORDER BY delivery.id
LIMIT :limit

-- name: deliveries_refunded(limit)
SELECT CONCAT('delivery ', delivery.id, ', ', delivery.status) AS subject,
       CASE WHEN delivery.status = 'cancelled' THEN 1 ELSE 0 END AS expected, COUNT(transfer.id) AS found
FROM deliveries AS delivery
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = CONCAT('delivery:', delivery.id) AND transfer.kind = 'delivery_back'
GROUP BY delivery.id, delivery.status
HAVING expected <> found
ORDER BY delivery.id
LIMIT :limit

-- name: wrong_deliveries(limit)
-- Coins that the wallet of the sender paid, less those refunded.
SELECT CONCAT('delivery ', delivery.id, ', ', delivery.status) AS subject,
       CASE WHEN delivery.status = 'cancelled' THEN 0 ELSE delivery.amount END AS expected,
       COALESCE(-SUM(entry.amount), 0) AS found
FROM deliveries AS delivery
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = CONCAT('delivery:', delivery.id) AND transfer.kind IN ('delivery', 'delivery_back')
LEFT JOIN ledger_entries AS entry
    ON entry.transfer_id = transfer.id AND entry.account = CONCAT('wallet:', delivery.account)
GROUP BY delivery.id, delivery.status, delivery.amount
HAVING expected <> found
ORDER BY delivery.id
LIMIT :limit

-- name: without_delivery(limit)
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 1 AS expected, 0 AS found
FROM ledger_transfers AS transfer
LEFT JOIN deliveries AS delivery
    ON delivery.id = CAST(SUBSTRING_INDEX(transfer.reference, ':', -1) AS UNSIGNED)
    AND transfer.reference = CONCAT('delivery:', delivery.id)
WHERE transfer.kind IN ('delivery', 'delivery_back') AND delivery.id IS NULL
ORDER BY transfer.id
LIMIT :limit
