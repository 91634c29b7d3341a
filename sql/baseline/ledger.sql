-- Coins and what they were paid with. Times are seconds since 1970; logins are in lower case; coins are whole.
--
-- The ledger is the truth: a transfer is a row of `ledger_transfers` and two or more of `ledger_entries` that sum to
-- zero. Nothing in either is ever changed or taken away; a mistake is mended by a transfer that undoes it. The site's
-- user has SELECT and INSERT on both, and nothing else.
--
-- What each account of the ledger holds: the sum of its entries, moved in the transaction that adds them, by
-- `UPDATE … SET balance = balance - n WHERE account = … AND balance >= n`. An account is named `<kind>:<owner>`:
--   wallet:<login>  what the player may spend
--   hold:<login>    coins frozen while a payment is disputed
--   debt:<login>    what the player owes, as a positive number; its other side is house:debts
--   house:<name>    the other side of everything (donations, game, wheel, debts); below zero where coins came from it
-- No balance but the house's can fall below zero. The house's are the sums of their entries: a row of theirs would be
-- changed by everybody at once. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS wallets (
    account    VARCHAR(64) NOT NULL PRIMARY KEY,
    kind       VARCHAR(16) NOT NULL,
    owner      VARCHAR(45) NOT NULL,
    balance    BIGINT      NOT NULL DEFAULT 0,
    created_at BIGINT      NOT NULL,
    CONSTRAINT wallets_account CHECK (account = CONCAT(kind, ':', owner)),
    CONSTRAINT wallets_balance CHECK (balance >= 0 OR kind = 'house')
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One movement of coins. The key is made from what caused it (`mp:<payment>:credit`), so a repeat is refused and what
-- lost a lock may be tried again. `reference` names the donation, delivery or spin. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS ledger_transfers (
    id              BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    idempotency_key VARCHAR(160) NOT NULL,
    kind            VARCHAR(32)  NOT NULL,
    reference       VARCHAR(64)  NOT NULL,
    created_at      BIGINT       NOT NULL,
    UNIQUE KEY ledger_transfers_idempotency_key (idempotency_key),
    KEY ledger_transfers_reference (reference, kind)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- What a transfer adds to each account, or takes; together nothing. There is no foreign key to `wallets`: its checks
-- would lock rows there in an order that nobody chose. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS ledger_entries (
    transfer_id BIGINT      NOT NULL,
    line        TINYINT     NOT NULL,
    account     VARCHAR(64) NOT NULL,
    amount      BIGINT      NOT NULL,
    PRIMARY KEY (transfer_id, line),
    KEY ledger_entries_account (account, transfer_id),
    CONSTRAINT ledger_entries_amount CHECK (amount <> 0),
    CONSTRAINT ledger_entries_transfer FOREIGN KEY (transfer_id) REFERENCES ledger_transfers (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row for each day (days since 1970, UTC) that has ended. `facts`: for each table with rows of the day, how many,
-- the last id, the sum of the amounts and the SHA-256 of the rows; `hash` is that of the facts and of the hash of the day
-- before. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS ledger_anchors (
    day        INT      NOT NULL PRIMARY KEY,
    facts      TEXT     NOT NULL,
    hash       CHAR(64) NOT NULL,
    created_at BIGINT   NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
