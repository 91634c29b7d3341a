-- Rules that lead each transfer back to its cause. They find corruptions that leave all sums right. Every row that a
-- statement returns is a violation: its subject, the expected number and the one found.

-- name: unknown_transfers(limit)
-- Compares key, reference and accounts of each transfer with those that its kind has. `+` and `-`: the sign of an entry.
SELECT CONCAT('transfer ', side.id, ', ', side.idempotency_key) AS subject, 1 AS expected, 0 AS found
FROM (
    SELECT transfer.id, transfer.kind, transfer.idempotency_key,
           CONCAT(transfer.idempotency_key, ' ', transfer.reference, ' ', COALESCE(GROUP_CONCAT(
               CASE WHEN entry.account LIKE 'house:%' THEN entry.account
                    ELSE SUBSTRING_INDEX(entry.account, ':', 1) END,
               CASE WHEN entry.amount > 0 THEN '+' ELSE '-' END
               ORDER BY entry.account SEPARATOR ' '), '')) AS shape
    FROM ledger_transfers AS transfer
    LEFT JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id
    GROUP BY transfer.id, transfer.kind, transfer.idempotency_key, transfer.reference
) AS side
WHERE NOT CASE side.kind
    WHEN 'credit' THEN side.shape REGEXP '^[a-z]{2}:[A-Za-z0-9_-]+:credit [^ ]+ house:donations- wallet[+]$'
    WHEN 'restore' THEN side.shape REGEXP '^[a-z]{2}:[A-Za-z0-9_-]+:[0-9]+:restore [^ ]+ house:donations- wallet[+]$'
    WHEN 'clawback' THEN side.shape REGEXP
        '^[a-z]{2}:[A-Za-z0-9_-]+:[0-9]+:clawback [^ ]+( debt[+])?( hold-)?( house:debts-)?( house:donations[+])?( wallet-)?$'
    WHEN 'hold' THEN side.shape REGEXP '^[a-z]{2}:[A-Za-z0-9_-]+:[0-9]+:hold [^ ]+ hold[+] wallet-$'
    WHEN 'release' THEN side.shape REGEXP '^[a-z]{2}:[A-Za-z0-9_-]+:[0-9]+:release [^ ]+ hold- wallet[+]$'
    WHEN 'repay' THEN side.shape REGEXP
        '^([a-z]{2}:[A-Za-z0-9_-]+:[0-9]+|delivery:[0-9]+|adjust:[^ ]+|prize:[0-9]+:[0-9]+|vote:[0-9]+|code:[0-9]+|referral:[0-9]+:(account|referrer)|bonus:[0-9]+:[0-9]+):repay [^ ]+ debt- house:debts[+] house:donations[+] wallet-$'
    WHEN 'delivery' THEN side.shape REGEXP '^(delivery:[0-9]+) \\1 house:game[+] wallet-$'
    WHEN 'delivery_back' THEN side.shape REGEXP '^(delivery:[0-9]+):back \\1 house:game- wallet[+]$'
    WHEN 'spin' THEN side.shape REGEXP '^spin:([0-9]+):([0-9]+):cost \\1-\\2 house:wheel[+] wallet-$'
    WHEN 'prize' THEN side.shape REGEXP '^spin:([0-9]+):([0-9]+):prize \\1-\\2 house:wheel- wallet[+]$'
    WHEN 'competition' THEN side.shape REGEXP '^(prize:[0-9]+:[0-9]+) \\1 house:prizes- wallet[+]$'
    WHEN 'vote' THEN side.shape REGEXP '^(vote:[0-9]+) \\1 house:votes- wallet[+]$'
    WHEN 'code' THEN side.shape REGEXP '^(code:[0-9]+) \\1 house:promotions- wallet[+]$'
    WHEN 'referral' THEN side.shape REGEXP '^(referral:[0-9]+:(account|referrer)) \\1 house:promotions- wallet[+]$'
    WHEN 'campaign' THEN side.shape REGEXP '^(bonus:[0-9]+):[0-9]+ \\1 house:promotions- wallet[+]$'
    WHEN 'campaign_back' THEN side.shape REGEXP
        '^(bonus:[0-9]+):[0-9]+:back \\1( debt[+])?( house:debts-)?( house:promotions[+])?( wallet-)?$'
    WHEN 'adjust' THEN side.shape REGEXP '^(adjust:[^ ]+) \\1 house:adjustments[+-] wallet[+-]$'
    WHEN 'erase' THEN side.shape REGEXP '^(erased:[0-9a-f]+) \\1 house:erased[+] wallet-$'
    ELSE FALSE
END
ORDER BY side.id
LIMIT :limit

-- name: wrong_owners(limit)
-- `found` counts the entries of other players. Transfers of a reward have rules of their own where its noun has tables.
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 0 AS expected, COUNT(*) AS found
FROM ledger_transfers AS transfer
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account NOT LIKE 'house:%'
LEFT JOIN (
    SELECT id AS reference, account FROM donations
    UNION ALL
    SELECT CONCAT('delivery:', id), account FROM deliveries
    UNION ALL
    SELECT CONCAT(seed_id, '-', nonce), account FROM roulette_spins
    UNION ALL
    SELECT idempotency_key, idempotency_key FROM ledger_transfers WHERE kind = 'erase'
    UNION ALL
    SELECT adjustment.idempotency_key, SUBSTRING(side.account, 8)
    FROM ledger_transfers AS adjustment
    JOIN ledger_entries AS side ON side.transfer_id = adjustment.id AND side.account LIKE 'wallet:%'
    WHERE adjustment.kind = 'adjust'
) AS cause ON cause.reference = transfer.reference
WHERE (cause.account IS NULL OR SUBSTRING(entry.account, LOCATE(':', entry.account) + 1) <> cause.account)
  AND NOT EXISTS (
      SELECT 1 FROM ledger_transfers AS reward
      JOIN installation AS noun
          ON noun.name = CASE reward.kind WHEN 'competition' THEN 'tables.competitions' WHEN 'vote' THEN 'tables.votes'
                                          WHEN 'code' THEN 'tables.codes' WHEN 'referral' THEN 'tables.referrals'
                                          WHEN 'campaign' THEN 'tables.campaigns' END
      WHERE reward.reference = transfer.reference)
GROUP BY transfer.id, transfer.idempotency_key
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_causes(limit)
-- The key of a payment's transfer names a payment of the donation.
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 1 AS expected, 0 AS found
FROM ledger_transfers AS transfer
LEFT JOIN payments AS payment
    ON payment.donation_id = transfer.reference
   AND payment.ledger_key = SUBSTRING_INDEX(transfer.idempotency_key, ':', 2)
WHERE transfer.idempotency_key LIKE '__:%' AND payment.id IS NULL
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_amounts(limit)
SELECT CONCAT('payment ', payment.name) AS subject, donation.amount AS expected, payment.amount AS found
FROM payments AS payment
JOIN donations AS donation ON donation.id = payment.donation_id
WHERE payment.mismatch IS NULL AND payment.amount <> donation.amount
ORDER BY payment.id
LIMIT :limit

-- name: wrong_currencies(limit)
-- Payments of earlier releases have no currency of their own.
SELECT CONCAT('payment ', payment.name, ', ', payment.currency) AS subject, 1 AS expected, 0 AS found
FROM payments AS payment
JOIN donations AS donation ON donation.id = payment.donation_id
WHERE payment.mismatch IS NULL AND payment.currency <> donation.currency
ORDER BY payment.id
LIMIT :limit

-- name: wrong_prices(limit)
-- The same rule as `pricing.calculate`: a coin for 100 pesos, and the highest bonus whose step the amount reaches.
SELECT CONCAT('donation ', price.id) AS subject, price.base + price.base * price.percent DIV 100 AS expected,
       price.total_coins AS found
FROM (
    SELECT donation.id, donation.base_coins, donation.total_coins, donation.amount DIV 10000 AS base,
           COALESCE(MAX(step.percent), 0) AS percent
    FROM donations AS donation
    LEFT JOIN (
        SELECT price.version, step.least, step.percent
        FROM price_versions AS price
        JOIN JSON_TABLE(price.steps, '$[*]' COLUMNS (
            least BIGINT PATH '$[0]',
            percent INT PATH '$[1]'
        )) AS step
    ) AS step ON step.version = donation.price_version AND step.least <= donation.amount DIV 100
    WHERE donation.price_version IS NOT NULL
    GROUP BY donation.id, donation.base_coins, donation.total_coins, donation.amount
) AS price
WHERE price.base_coins <> price.base OR price.total_coins <> price.base + price.base * price.percent DIV 100
ORDER BY price.id
LIMIT :limit

-- name: wrong_packages(limit)
-- A donation from a price list has the price and the coins of its package.
SELECT CONCAT('donation ', donation.id) AS subject, package.coins + package.coins * package.percentage DIV 100 AS expected,
       donation.total_coins AS found
FROM donations AS donation
LEFT JOIN price_versions AS package
    ON package.version = donation.price_package AND package.currency = donation.currency
   AND package.amount = donation.amount AND package.coins = donation.base_coins
WHERE donation.price_package IS NOT NULL
  AND (package.version IS NULL OR donation.total_coins <> package.coins + package.coins * package.percentage DIV 100)
ORDER BY donation.id
LIMIT :limit

-- name: wrong_delivery_states(limit)
SELECT CONCAT('delivery ', id, ', ', status) AS subject, 1 AS expected, 0 AS found
FROM deliveries
WHERE (status = 'pending') <> (claimed_at IS NULL AND cancelled_at IS NULL)
   OR (status = 'delivered') <> (delivered_at IS NOT NULL)
   OR (status = 'delivered') <> (confirmed > 0)
   OR (status = 'cancelled') <> (cancelled_at IS NOT NULL)
   OR (status = 'pending' AND (handed_at IS NOT NULL OR gone_at IS NOT NULL))
   OR (gone_at IS NULL AND unconfirmed_at IS NOT NULL)
   OR (saved_by IS NOT NULL AND (status <> 'delivered' OR saved_at IS NULL))
ORDER BY id
LIMIT :limit

-- name: wrong_items(limit)
-- `expected` 1: the items that the installation lists are its coins, now or earlier.
SELECT CONCAT('delivery ', delivery.id, ', item ', delivery.item_id) AS subject, 1 AS expected, 0 AS found
FROM deliveries AS delivery
LEFT JOIN installation AS coin ON coin.name = CONCAT('coin_item.', delivery.item_id)
WHERE coin.name IS NULL
ORDER BY delivery.id
LIMIT :limit

-- name: wrong_spin_balances(limit)
-- Each posting holds the wallet's lock when it takes its number, so the entries of a wallet are in the order of their
-- transfers.
SELECT CONCAT('spin ', spin.seed_id, '-', spin.nonce) AS subject, wallet.balance AS expected, spin.balance AS found
FROM roulette_spins AS spin
JOIN (
    SELECT transfer.reference, transfer.kind, entry.account,
           SUM(entry.amount) OVER (PARTITION BY entry.account ORDER BY entry.transfer_id) AS balance
    FROM ledger_entries AS entry
    JOIN ledger_transfers AS transfer ON transfer.id = entry.transfer_id
    WHERE entry.account LIKE 'wallet:%'
) AS wallet
    ON wallet.reference = CONCAT(spin.seed_id, '-', spin.nonce) AND wallet.account = CONCAT('wallet:', spin.account)
   AND wallet.kind = CASE WHEN spin.prize > 0 THEN 'prize' ELSE 'spin' END
WHERE wallet.balance <> spin.balance
ORDER BY spin.id
LIMIT :limit

-- name: wrong_times(limit)
-- A transfer has the second of the spin or delivery that caused it.
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, cause.created_at AS expected,
       transfer.created_at AS found
FROM ledger_transfers AS transfer
JOIN (
    SELECT CONCAT('delivery:', id) AS reference, created_at FROM deliveries
    UNION ALL
    SELECT CONCAT(seed_id, '-', nonce), created_at FROM roulette_spins
) AS cause ON cause.reference = transfer.reference
WHERE transfer.kind IN ('delivery', 'spin', 'prize') AND transfer.created_at <> cause.created_at
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_refunds(limit)
-- The operators' log came with migration 10. `found`: centavos refunded with this refund.
SELECT CONCAT('refund of payment ', COALESCE(payment.name, refund.payment_id)) AS subject, COALESCE(payment.amount, 0) AS expected,
       refund.refunded + refund.amount AS found
FROM refunds AS refund
LEFT JOIN payments AS payment ON payment.id = refund.payment_id
WHERE refund.refunded + refund.amount > payment.amount
   OR (refund.asked_at > COALESCE((SELECT applied_at FROM schema_migrations WHERE number = 10), 0)
       AND NOT EXISTS (SELECT 1 FROM operator_log
                       WHERE subject = CONCAT('payment:', COALESCE(payment.name, refund.payment_id))))
ORDER BY refund.payment_id
LIMIT :limit

-- name: erased_without_log(limit)
-- The renamed wallets, and the rows that the procedure leaves.
SELECT erased.subject, 1 AS expected, COUNT(entry.id) AS found
FROM (
    SELECT account AS subject, owner AS alias FROM wallets WHERE kind = 'wallet' AND owner LIKE 'erased:%'
    UNION ALL
    SELECT CONCAT('erasures, ', subject), subject FROM erasures WHERE kind = 'account'
) AS erased
LEFT JOIN operator_log AS entry
    ON entry.subject = 'erased account' AND entry.outcome = 'done'
   AND LOCATE(CONCAT('"', erased.alias, '"'), entry.new_values) > 0
GROUP BY erased.subject
HAVING found <> 1
ORDER BY erased.subject
LIMIT :limit

-- name: histories_erased_without_log(limit)
-- The erasure of an account erases the histories of its characters a moment before.
SELECT CONCAT('erasures, character ', history.subject) AS subject, 1 AS expected, 0 AS found
FROM erasures AS history
WHERE history.kind = 'character'
  AND NOT EXISTS (SELECT 1 FROM operator_log
                  WHERE subject = CONCAT('character:', history.subject) AND command = 'history erase')
  AND NOT EXISTS (SELECT 1 FROM erasures AS account
                  WHERE account.kind = 'account' AND account.id > history.id
                    AND account.at BETWEEN history.at AND history.at + 60)
ORDER BY history.id
LIMIT :limit

-- name: unlogged_decisions(limit)
-- `decided_by` is the operator in the log.
SELECT CONCAT('coins:', made.id) AS subject, 1 AS expected, COUNT(entry.id) AS found
FROM coin_grants AS made
LEFT JOIN operator_log AS entry
    ON entry.subject = CONCAT('coins:', made.id) AND entry.operator = made.decided_by AND entry.outcome = 'done'
   AND JSON_VALID(entry.new_values)
   AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.state')) = IF(made.is_released = 1, 'released', 'refused')
WHERE made.decided_at IS NOT NULL
GROUP BY made.id
HAVING found <> 1
ORDER BY made.id
LIMIT :limit
