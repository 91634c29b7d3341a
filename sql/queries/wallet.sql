-- name: balances(accounts, account)
-- One statement, so that coins moving from the wallet to a delivery are counted once, on one side or the other.
SELECT kind, 0 AS character_id, balance AS amount
FROM wallets
WHERE account IN :accounts
UNION ALL
SELECT 'transit', character_id, SUM(amount)
FROM deliveries
WHERE account = :account AND status IN ('pending', 'claimed')
GROUP BY character_id

-- name: donations(account, since, now, open_seconds, limit)
-- Amounts in minor units.
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
       CASE WHEN status = 'pending' THEN COALESCE(expires_at, created_at + :open_seconds) END AS expires_at, COUNT(*) OVER () AS total
FROM donations
WHERE account = :account AND created_at >= :since
ORDER BY created_at DESC, id DESC
LIMIT :limit

-- name: deliveries(account, stuck_before, limit)
-- An old claim is stuck until an operator resolves it. One with a row in the game's own table waits for the player; one
-- without it any more waits for the game's save.
SELECT id, created_at, character_id, character_name, amount,
       CASE WHEN status <> 'claimed' THEN status WHEN unconfirmed_at IS NOT NULL THEN 'unconfirmed'
            WHEN gone_at IS NOT NULL THEN 'given'
            WHEN claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck' ELSE status END AS status,
       delivered_at, saved_by, COUNT(*) OVER () AS total
FROM deliveries
WHERE account = :account
ORDER BY created_at DESC, id DESC
LIMIT :limit

-- name: credits(account, wallet, since)
-- The first credits of payments after `since`, in the order in which they changed the wallet. Every transfer of a payment
-- has the donation as its reference and `payments.ledger_key` at the beginning of its key. In the
-- place of `rewards` come the credits of each noun that gives coins: `reward_credits.sql` in the folder of its tables.
WITH source AS (
    SELECT credit.id, credit.created_at AS credited_at, SUM(entry.amount) AS coins, 0 AS is_reward,
           (SELECT MAX(payment.over_cap) FROM payments AS payment
            WHERE payment.donation_id = donation.id
              AND payment.ledger_key = SUBSTRING_INDEX(credit.idempotency_key, ':', 2)) AS is_over_cap
    FROM donations AS donation
    JOIN ledger_transfers AS credit
        ON credit.reference = donation.id AND credit.kind = 'credit' AND credit.created_at > :since
    JOIN ledger_transfers AS transfer
        ON transfer.reference = donation.id
        AND transfer.idempotency_key LIKE CONCAT(SUBSTRING_INDEX(credit.idempotency_key, ':', 2), ':%')
    JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = :wallet
    WHERE donation.account = :account
    GROUP BY credit.id, credit.created_at, donation.id, credit.idempotency_key
    {rewards}
), payment AS (
    SELECT id, credited_at, coins, is_reward, is_over_cap, LEAD(id) OVER (ORDER BY id) AS next_id
    FROM source
)
SELECT payment.credited_at, payment.is_reward, COALESCE(payment.is_over_cap, 0) AS is_over_cap,
       COALESCE((SELECT COALESCE(created_at, first_login_at) FROM profiles WHERE login = :account), 0) AS member_since,
       CAST(GREATEST(0, payment.coins) AS SIGNED) AS coins,
       CAST(COALESCE((SELECT SUM(entry.amount)
                      FROM ledger_entries AS entry
                      JOIN ledger_transfers AS transfer ON transfer.id = entry.transfer_id
                      WHERE entry.account = :wallet AND entry.transfer_id > payment.id
                        AND (payment.next_id IS NULL OR entry.transfer_id < payment.next_id)
                        AND transfer.kind = 'prize'), 0) AS SIGNED) AS prizes
FROM payment
ORDER BY payment.id
