-- The ledger. The site's user can add to `ledger_transfers` and `ledger_entries` and never change them; `wallets` is
-- their sum, moved by the statements below and by no others.

-- name: add_transfer(key, kind, reference, created_at)
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES (:key, :kind, :reference, :created_at)

-- name: add_entries(key, entries)
-- All lines of a transfer in one statement, `[[line, account, amount], …]`; its id is found by its key.
INSERT INTO ledger_entries (transfer_id, line, account, amount)
SELECT transfer.id, entry.line, entry.account, entry.amount
FROM ledger_transfers AS transfer
CROSS JOIN JSON_TABLE(:entries, '$[*]' COLUMNS (
    line TINYINT PATH '$[0]',
    account VARCHAR(64) PATH '$[1]',
    amount BIGINT PATH '$[2]'
)) AS entry
WHERE transfer.idempotency_key = :key

-- name: put(account, amount)
UPDATE wallets SET balance = balance + :amount WHERE account = :account

-- name: take(account, amount)
UPDATE wallets SET balance = balance - :amount WHERE account = :account AND balance >= :amount

-- name: open(account, kind, owner, created_at)
-- A row with nothing in it; one that is there already stays as it is and is locked. (INSERT IGNORE would share the
-- lock, and two who share it and want it whole have lost each other.)
INSERT INTO wallets (account, kind, owner, balance, created_at)
VALUES (:account, :kind, :owner, 0, :created_at)
ON DUPLICATE KEY UPDATE balance = balance

-- name: lock(accounts)
-- By the primary key, and so in the order of the names, however small the table is.
SELECT account, balance
FROM wallets FORCE INDEX (PRIMARY)
WHERE account IN :accounts
ORDER BY account
FOR UPDATE
