-- The ledger. The site's user may insert into `ledger_transfers` and `ledger_entries` and never change a row; `wallets` is
-- their sum, and only the statements below change it.

-- name: add_transfer(key, kind, reference, created_at)
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES (:key, :kind, :reference, :created_at)

-- name: add_entries(entries)
-- The entries of several transfers in one statement: `[[key, line, account, amount], …]`.
INSERT INTO ledger_entries (transfer_id, line, account, amount)
SELECT transfer.id, entry.line, entry.account, entry.amount
FROM JSON_TABLE(:entries, '$[*]' COLUMNS (
    idempotency_key VARCHAR(160) PATH '$[0]',
    line TINYINT PATH '$[1]',
    account VARCHAR(64) PATH '$[2]',
    amount BIGINT PATH '$[3]'
)) AS entry
STRAIGHT_JOIN ledger_transfers AS transfer ON transfer.idempotency_key = entry.idempotency_key

-- name: credit(account, amount)
UPDATE wallets SET balance = balance + :amount WHERE account = :account

-- name: debit(account, amount, needed)
-- Checks the balance and changes it in one statement, so that no other transaction can come in between.
UPDATE wallets SET balance = balance + :amount WHERE account = :account AND balance >= :needed

-- name: open(account, kind, owner, created_at)
-- Creates a row with a balance of 0; an existing row stays unchanged and is locked. (INSERT IGNORE would take a shared
-- lock, and two transactions that hold it and want an exclusive one deadlock.)
INSERT INTO wallets (account, kind, owner, balance, created_at)
VALUES (:account, :kind, :owner, 0, :created_at)
ON DUPLICATE KEY UPDATE balance = balance

-- name: lock(accounts)
-- FORCE INDEX: rows are locked in the order of their names, also while the table is small.
SELECT account, balance
FROM wallets FORCE INDEX (PRIMARY)
WHERE account IN :accounts
ORDER BY account
FOR UPDATE

-- name: balances(accounts)
SELECT account, balance FROM wallets WHERE account IN :accounts

-- name: entries_of(key)
SELECT entry.account, entry.amount
FROM ledger_transfers AS transfer
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id
WHERE transfer.idempotency_key = :key
ORDER BY entry.line

-- name: size()
SELECT (SELECT COUNT(*) FROM ledger_transfers) AS transfers,
       (SELECT COUNT(*) FROM ledger_entries) AS entries,
       (SELECT COUNT(*) FROM wallets) AS wallets,
       (SELECT COUNT(*) FROM donations) AS donations

-- name: last_entries(account, limit)
-- Newest first; `total` is the sum of all entries of the account, also of those beyond the limit.
SELECT transfer.id AS transfer, transfer.created_at, transfer.kind, transfer.reference,
       transfer.idempotency_key AS `key`, entry.amount,
       (SELECT SUM(amount) FROM ledger_entries WHERE account = :account) AS total,
       (SELECT COUNT(*) FROM ledger_entries WHERE account = :account) AS count,
       (SELECT CONCAT(operator, ': ', reason) FROM operator_log
        WHERE subject = transfer.idempotency_key ORDER BY id LIMIT 1) AS note
FROM ledger_entries AS entry
JOIN ledger_transfers AS transfer ON transfer.id = entry.transfer_id
WHERE entry.account = :account
ORDER BY entry.transfer_id DESC, entry.line DESC
LIMIT :limit

-- name: minted(since)
-- Coins that came into players' accounts, by the kind of transfer: from house accounts, except those that hold coins of
-- players (in the game, as debts).
SELECT transfer.kind, COUNT(*) AS transfers, CAST(SUM(-entry.amount) AS SIGNED) AS coins
FROM ledger_transfers AS transfer
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id
WHERE transfer.created_at >= :since AND entry.amount < 0
  AND entry.account LIKE 'house:%' AND entry.account NOT IN ('house:game', 'house:debts')
GROUP BY transfer.kind
ORDER BY transfer.kind
