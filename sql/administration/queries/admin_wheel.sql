-- Administration: spins measured against the odds of their wheels, and where coins are. Most read a whole table, over a
-- connection of their own; `entries`, `spins` and `spin_window` read some rows by a key.

-- name: wheels()
SELECT version, slots, spin_cost FROM roulette_wheels ORDER BY version

-- name: positions()
SELECT wheel_version, position, COUNT(*) AS spins, CAST(SUM(cost) AS SIGNED) AS cost, CAST(SUM(prize) AS SIGNED) AS prize
FROM roulette_spins
GROUP BY wheel_version, position

-- name: winners(version, mean, deviation, limit)
-- Players who are `deviation` above the expected sum of so many spins. The caller computes exactly.
SELECT account, COUNT(*) AS spins, CAST(SUM(prize) AS SIGNED) AS won
FROM roulette_spins
WHERE wheel_version = :version
GROUP BY account
HAVING SUM(prize) > COUNT(*) * :mean + SQRT(COUNT(*)) * :deviation
ORDER BY SUM(prize) - COUNT(*) * :mean DESC, account
LIMIT :limit

-- name: coins()
-- Coins of players, by kind of account.
SELECT kind AS account, COUNT(*) AS accounts, CAST(SUM(balance) AS SIGNED) AS coins
FROM wallets
WHERE balance <> 0 AND kind <> 'house'
GROUP BY kind

-- name: house_accounts()
SELECT account, COUNT(*) AS accounts, CAST(SUM(amount) AS SIGNED) AS coins
FROM ledger_entries
WHERE account LIKE 'house:%'
GROUP BY account
ORDER BY account

-- name: holders(kind, limit)
-- The largest balances of a kind of account.
SELECT kind, owner AS account, balance AS coins
FROM wallets
WHERE kind = :kind AND balance > 0
ORDER BY balance DESC, account
LIMIT :limit

-- name: entries(account, before, limit)
-- Entries of a house account, the newest first. `account`: the first other one of the transfer.
SELECT ledger_entries.transfer_id AS transfer, ledger_transfers.created_at AS at, ledger_transfers.kind,
       ledger_transfers.reference, (
           SELECT other.account
           FROM ledger_entries AS other
           WHERE other.transfer_id = ledger_entries.transfer_id AND other.account <> ledger_entries.account
           ORDER BY other.line
           LIMIT 1
       ) AS account, ledger_entries.amount
FROM ledger_entries
JOIN ledger_transfers ON ledger_transfers.id = ledger_entries.transfer_id
WHERE ledger_entries.account = :account AND ledger_entries.transfer_id < :before
ORDER BY ledger_entries.transfer_id DESC
LIMIT :limit

-- name: spin_window(before, window)
-- `first`: the oldest of the last spins before one; null without any.
SELECT MIN(id) AS first FROM (SELECT id FROM roulette_spins WHERE id < :before ORDER BY id DESC LIMIT :window) AS spins

-- name: spins(version, tier, prize, first, before, limit)
SELECT id, created_at AS at, account, cost, prize
FROM roulette_spins
WHERE id >= :first AND id < :before AND wheel_version = :version AND prize_tier = :tier AND prize = :prize
ORDER BY id DESC
LIMIT :limit
