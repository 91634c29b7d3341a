-- What the provider told us, and what it says of each payment. Times are seconds since 1970, amounts centavos.

-- Notices as they came in, before anything is made of them: a notice is answered once it stands here. `notice` is the
-- provider's id of it with its action; one that comes again is counted. The fetch that answers a notice answers all
-- earlier ones of its payment. The site's user: SELECT, INSERT, UPDATE, DELETE (of what was worked a month ago).
CREATE TABLE IF NOT EXISTS webhook_inbox (
    id          BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    notice      VARCHAR(96) NOT NULL,
    payment_id  BIGINT      NOT NULL,
    status      VARCHAR(8)  NOT NULL DEFAULT 'waiting',
    deliveries  INT         NOT NULL DEFAULT 1,
    attempts    INT         NOT NULL DEFAULT 0,
    received_at BIGINT      NOT NULL,
    due_at      BIGINT      NOT NULL,
    UNIQUE KEY webhook_inbox_notice (notice),
    KEY webhook_inbox_due (status, due_at),
    KEY webhook_inbox_payment (payment_id, status),
    CONSTRAINT webhook_inbox_status CHECK (status IN ('waiting', 'done', 'given_up'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Each payment with the newest that is known of it. `updated_ms` is the provider's own time of that, so that an older
-- word is passed over. `coins` are out for it, `held` of them frozen in a dispute; `moves` counts its transfers.
-- `mismatch` names what did not fit the donation: such a payment is parked, and moves nothing. The site's user: SELECT,
-- INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS payments (
    id            BIGINT      NOT NULL PRIMARY KEY,
    donation_id   CHAR(36)    NULL,
    status        VARCHAR(16) NOT NULL,
    detail        VARCHAR(64) NOT NULL,
    outcome       VARCHAR(16) NOT NULL,
    amount        BIGINT      NOT NULL,
    refunded      BIGINT      NOT NULL,
    updated_ms    BIGINT      NOT NULL,
    coins         BIGINT      NOT NULL DEFAULT 0,
    held          BIGINT      NOT NULL DEFAULT 0,
    disputed      TINYINT(1)  NOT NULL DEFAULT 0,
    moves         INT         NOT NULL DEFAULT 0,
    credited      TINYINT(1)  NOT NULL DEFAULT 0,
    mismatch      VARCHAR(16) NULL,
    first_seen_at BIGINT      NOT NULL,
    seen_at       BIGINT      NOT NULL,
    KEY payments_donation (donation_id),
    KEY payments_mismatch (mismatch),
    CONSTRAINT payments_outcome CHECK (outcome IN ('completed', 'refunded', 'pending', 'failed')),
    CONSTRAINT payments_coins CHECK (coins >= 0 AND held >= 0 AND held <= coins)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
