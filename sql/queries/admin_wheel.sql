-- Administration: spins measured against the odds of their wheels, and where coins are. Each reads a whole table, over a
-- connection of its own.

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
