-- Coins and what they were paid with. Times are seconds since 1970; logins are in lower case; coins are whole.
--
-- The ledger is the truth: a transfer is a row of `ledger_transfers` and two or more of `ledger_entries` that sum to
-- zero. Nothing in either is ever changed or taken away; a mistake is mended by a transfer that undoes it. The site's
-- user has SELECT and INSERT on both, and nothing else.

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

-- What a player set out to pay, and what came of it. `id` is a UUID and the provider's `external_reference`; amounts
-- are centavos. The character is only the suggested receiver. `coins_credited` is what is out at present, less what a
-- refund took back. A failed one may still be completed: the buyer may try again. The site's user: SELECT, INSERT,
-- UPDATE.
CREATE TABLE IF NOT EXISTS donations (
    id              CHAR(36)     NOT NULL PRIMARY KEY,
    account         VARCHAR(45)  NOT NULL,
    character_id    BIGINT       NOT NULL,
    character_name  VARCHAR(100) NOT NULL,
    amount          BIGINT       NOT NULL,
    currency        CHAR(3)      NOT NULL,
    base_coins      BIGINT       NOT NULL,
    bonus_coins     BIGINT       NOT NULL,
    total_coins     BIGINT       NOT NULL,
    coins_credited  BIGINT       NOT NULL DEFAULT 0,
    refunded_amount BIGINT       NOT NULL DEFAULT 0,
    status          VARCHAR(16)  NOT NULL DEFAULT 'pending',
    disputed        TINYINT(1)   NOT NULL DEFAULT 0,
    payment_method  VARCHAR(64)  NULL,
    preference_id   VARCHAR(128) NULL,
    init_point      VARCHAR(512) NULL,
    created_at      BIGINT       NOT NULL,
    paid_at         BIGINT       NULL,
    credited_at     BIGINT       NULL,
    refunded_at     BIGINT       NULL,
    checked_at      BIGINT       NULL,
    KEY donations_account (account, created_at),
    KEY donations_status (status, created_at),
    CONSTRAINT donations_status CHECK (status IN ('pending', 'completed', 'failed', 'refunded')),
    CONSTRAINT donations_amount CHECK (amount > 0),
    CONSTRAINT donations_coins CHECK (base_coins >= 0 AND bonus_coins >= 0 AND total_coins = base_coins + bonus_coins),
    CONSTRAINT donations_coins_credited CHECK (coins_credited >= 0),
    CONSTRAINT donations_refunded_amount CHECK (refunded_amount >= 0),
    CONSTRAINT donations_credited_at CHECK (status <> 'completed' OR credited_at IS NOT NULL)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Coins on their way to a character: taken from the wallet when the row is made, handed over once. A claim never comes
-- back by itself, since the item may have been given; one that is ten minutes old is shown as stuck and an operator
-- settles it. `item_id` is the coin as it was when they were sent; `receipt` is what whoever handed them over says of
-- it. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS deliveries (
    id              BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    idempotency_key VARCHAR(160) NOT NULL,
    account         VARCHAR(45)  NOT NULL,
    character_id    BIGINT       NOT NULL,
    character_name  VARCHAR(100) NOT NULL,
    item_id         INT          NOT NULL,
    amount          BIGINT       NOT NULL,
    status          VARCHAR(16)  NOT NULL DEFAULT 'pending',
    receipt         VARCHAR(128) NULL,
    created_at      BIGINT       NOT NULL,
    claimed_at      BIGINT       NULL,
    delivered_at    BIGINT       NULL,
    cancelled_at    BIGINT       NULL,
    UNIQUE KEY deliveries_idempotency_key (idempotency_key),
    KEY deliveries_account (account, created_at),
    KEY deliveries_open (account, status),
    KEY deliveries_character (character_id, status),
    KEY deliveries_status (status, claimed_at),
    CONSTRAINT deliveries_status CHECK (status IN ('pending', 'claimed', 'delivered', 'cancelled')),
    CONSTRAINT deliveries_amount CHECK (amount > 0),
    CONSTRAINT deliveries_claimed_at CHECK (status <> 'claimed' OR claimed_at IS NOT NULL),
    CONSTRAINT deliveries_delivered_at CHECK (status <> 'delivered' OR delivered_at IS NOT NULL)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
