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

-- name: donations(account, since, limit)
-- Amounts in pesos.
SELECT id, created_at, amount DIV 100 AS amount, payment_method, status, coins_credited AS coins_received,
       character_name, paid_at, credited_at, refunded_amount DIV 100 AS refunded_amount, refunded_at, total_coins,
       disputed, COUNT(*) OVER () AS total
FROM donations
WHERE account = :account AND created_at >= :since
ORDER BY created_at DESC, id DESC
LIMIT :limit

-- name: deliveries(account, stuck_before, limit)
-- An old claim is stuck until an operator resolves it. One with a row in the game's own table waits for the player.
SELECT id, created_at, character_id, character_name, amount,
       CASE WHEN status = 'claimed' AND claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck'
            ELSE status END AS status,
       delivered_at, COUNT(*) OVER () AS total
FROM deliveries
WHERE account = :account
ORDER BY created_at DESC, id DESC
LIMIT :limit
