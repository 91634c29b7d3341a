-- The anchors of closed days: what the rows of a day were when it had ended. Only columns that never change are part of
-- a row's text; free text comes last, so that no two rows have the same one.

-- name: add(day, facts, hash, created_at)
INSERT INTO ledger_anchors (day, facts, hash, created_at) VALUES (:day, :facts, :hash, :created_at)

-- name: lock()
-- One row, locked until the end of the transaction.
INSERT INTO job_positions (job, reached) VALUES ('ledger_anchors', 0) ON DUPLICATE KEY UPDATE reached = reached

-- name: newest()
SELECT day, facts, hash FROM ledger_anchors ORDER BY day DESC LIMIT 1

-- name: anchors_after(day, limit)
SELECT day, facts, hash FROM ledger_anchors WHERE day > :day ORDER BY day LIMIT :limit

-- name: erased_days(after, limit)
SELECT id, day, account, facts FROM erased_days WHERE id > :after ORDER BY id LIMIT :limit

-- name: add_erased_day(day, account, facts)
INSERT INTO erased_days (day, account, facts) VALUES (:day, :account, :facts)

-- name: erasures(after, limit)
-- The rows of erasures in the operators' log.
SELECT id, COALESCE(new_values, '') AS new_values
FROM operator_log
WHERE subject = 'erased account' AND outcome = 'done' AND id > :after
ORDER BY id
LIMIT :limit

-- name: ledger_transfers(after, since, until, limit)
-- The page is cut before its entries are read: else each page would read all transfers after it.
SELECT transfer.id, transfer.created_at AS at, CAST(COALESCE(SUM(GREATEST(entry.amount, 0)), 0) AS SIGNED) AS amount,
       CONCAT_WS(' ', transfer.id, transfer.created_at, transfer.kind, transfer.idempotency_key, transfer.reference,
                 GROUP_CONCAT(entry.account, ' ', entry.amount ORDER BY entry.line SEPARATOR ' ')) AS text
FROM (
    SELECT id, created_at, kind, idempotency_key, reference
    FROM ledger_transfers
    WHERE id > :after AND created_at >= :since AND created_at < :until
    ORDER BY id
    LIMIT :limit
) AS transfer
LEFT JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id
GROUP BY transfer.id, transfer.created_at, transfer.kind, transfer.idempotency_key, transfer.reference
ORDER BY transfer.id

-- name: donations(after, since, until, limit)
-- Donations that were credited, by the day of the credit: one that was never paid may be started again.
SELECT id, credited_at AS at, amount,
       CONCAT_WS(' ', id, credited_at, account, amount, currency, base_coins, bonus_coins, total_coins,
                 COALESCE(price_version, '-'), character_id, character_name) AS text
FROM donations
WHERE id > :after AND credited_at >= :since AND credited_at < :until
ORDER BY id
LIMIT :limit

-- name: payments(after, since, until, limit)
SELECT id, first_seen_at AS at, 0 AS amount, CONCAT_WS(' ', id, first_seen_at) AS text
FROM payments
WHERE id > :after AND first_seen_at >= :since AND first_seen_at < :until
ORDER BY id
LIMIT :limit

-- name: deliveries(after, since, until, limit)
SELECT id, created_at AS at, amount,
       CONCAT_WS(' ', id, created_at, account, item_id, amount, character_id, character_name) AS text
FROM deliveries
WHERE id > :after AND created_at >= :since AND created_at < :until
ORDER BY id
LIMIT :limit

-- name: delivered(after, since, until, limit)
-- A delivery that was delivered stays so.
SELECT id, delivered_at AS at, amount, CONCAT_WS(' ', id, delivered_at) AS text
FROM deliveries
WHERE id > :after AND delivered_at >= :since AND delivered_at < :until
ORDER BY id
LIMIT :limit

-- name: roulette_seeds(after, since, until, limit)
-- Pairs of releases that promised no wheel keep the text of their anchors.
SELECT id, created_at AS at, 0 AS amount,
       CONCAT_WS(' ', id, created_at, server_seed_hash, promised_wheel_version, account) AS text
FROM roulette_seeds
WHERE id > :after AND created_at >= :since AND created_at < :until
ORDER BY id
LIMIT :limit

-- name: roulette_spins(after, since, until, limit)
SELECT id, created_at AS at, prize AS amount,
       CONCAT_WS(' ', id, created_at, seed_id, nonce, wheel_version, position, prize_tier, cost, prize, balance,
                 account, client_seed) AS text
FROM roulette_spins
WHERE id > :after AND created_at >= :since AND created_at < :until
ORDER BY id
LIMIT :limit

-- name: operator_log(after, since, until, limit)
-- Columns that are NULL or have their default add nothing, so that older rows keep the text of their anchors.
SELECT id, at, 0 AS amount,
       CONCAT_WS(' ', id, at, subject, operator, command, NULLIF(via, 'command'), NULLIF(outcome, 'done'), address,
                 old_values, new_values, reason) AS text
FROM operator_log
WHERE id > :after AND at >= :since AND at < :until
ORDER BY id
LIMIT :limit
