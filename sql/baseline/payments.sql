-- What players donate, and what providers say of it. Times are seconds since 1970, amounts are centavos.
--
-- Each table of bonus steps that was ever in use, as `[[pesos, percent], …]`: a donation keeps the number of its own.
-- Donations of earlier releases have none. The site's user: SELECT, INSERT.
--
-- A row with `currency` is a package of a price list that was sold: `amount` in minor units, `coins` without the bonus, which
-- is `percentage` of them; `steps` is a JSON object with the same values. NULL: bonus steps of the amount slider.
CREATE TABLE IF NOT EXISTS price_versions (
    version    INT          NOT NULL AUTO_INCREMENT PRIMARY KEY,
    steps      VARCHAR(512) NOT NULL,
    created_at BIGINT       NOT NULL,
    currency   CHAR(3)      NULL,
    amount     BIGINT       NULL,
    coins      BIGINT       NULL,
    percentage INT          NULL,
    UNIQUE KEY price_versions_steps (steps)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- What a player set out to pay, and what came of it. `id` is a UUID and the provider's `external_reference`; amounts
-- are in minor units of `currency`. The character is only the suggested receiver. `coins_credited` is what is out at present, less what a
-- refund took back. A failed one may still be completed: the buyer may try again. The site's user: SELECT, INSERT,
-- UPDATE.
--
-- `provider` opens the checkout, which ends at `expires_at`; NULL: seven days after the donation began. `order_hash`: SHA-256 of the sealed order in the checkout of a donation, in hexadecimal. It recognises the order after its
-- data key is gone. NULL: the checkout is of an earlier release, or not open yet. `cancelled_at`: the player gave the
-- donation up on the site. `price_package`: the version of a donation from a
-- price list, which has no `price_version`; NULL: of the amount slider.
CREATE TABLE IF NOT EXISTS donations (
    id              CHAR(36)      NOT NULL PRIMARY KEY,
    account         VARCHAR(45)   NOT NULL,
    character_id    BIGINT        NOT NULL,
    character_name  VARCHAR(100)  NOT NULL,
    amount          BIGINT        NOT NULL,
    currency        CHAR(3)       NOT NULL,
    base_coins      BIGINT        NOT NULL,
    bonus_coins     BIGINT        NOT NULL,
    total_coins     BIGINT        NOT NULL,
    coins_credited  BIGINT        NOT NULL DEFAULT 0,
    refunded_amount BIGINT        NOT NULL DEFAULT 0,
    status          VARCHAR(16)   NOT NULL DEFAULT 'pending',
    disputed        TINYINT(1)    NOT NULL DEFAULT 0,
    payment_method  VARCHAR(64)   NULL,
    preference_id   VARCHAR(128)  NULL,
    init_point      VARCHAR(2048) NULL,
    created_at      BIGINT        NOT NULL,
    paid_at         BIGINT        NULL,
    credited_at     BIGINT        NULL,
    refunded_at     BIGINT        NULL,
    checked_at      BIGINT        NULL,
    price_version   INT           NULL,
    provider        VARCHAR(16)   NOT NULL DEFAULT 'mercadopago',
    expires_at      BIGINT        NULL,
    order_hash      CHAR(64)      CHARACTER SET ascii COLLATE ascii_bin NULL,
    cancelled_at    BIGINT        NULL,
    price_package   INT           NULL,
    KEY donations_account (account, created_at),
    KEY donations_status (status, created_at),
    CONSTRAINT donations_status CHECK (status IN ('pending', 'completed', 'failed', 'refunded')),
    CONSTRAINT donations_amount CHECK (amount > 0),
    CONSTRAINT donations_coins CHECK (base_coins >= 0 AND bonus_coins >= 0 AND total_coins = base_coins + bonus_coins),
    CONSTRAINT donations_coins_credited CHECK (coins_credited >= 0),
    CONSTRAINT donations_refunded_amount CHECK (refunded_amount >= 0),
    CONSTRAINT donations_credited_at CHECK (status <> 'completed' OR credited_at IS NOT NULL)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Each payment with the newest that is known of it. `updated_ms` is the provider's own time of that, so that an older
-- word is passed over. `coins` are out for it, `held` of them frozen in a dispute; `moves` counts its transfers.
-- `mismatch` names what did not fit the donation: such a payment is parked, and moves nothing. The site's user: SELECT,
-- INSERT, UPDATE.
--
-- `fee`: what the provider charges us; `net`: what it pays out at `release_at`. `payer`: the buyer's number at the
-- provider. NULL: not reported, or not fetched since the columns were added.
--
-- `reference`: the provider's id of the payment. `id` is Mercado Pago's number, or a larger one that derives from
-- provider and reference. `ledger_key` begins the keys of the payment's transfers. `state`: pending, paid, failed,
-- reversed or disputed; at other providers than Mercado Pago `status` has it. `contested`: charged back, and the bank has
-- not decided. `fee` and `net` are in minor units of `settlement_currency`, NULL: the currency of the donation.
--
-- The part of `refunded` that banks took back by disputes, decided or not, in centavos. `name`: the payment as commands
-- take it. `contested`: also while the bank has not decided on a part of the payment.
--
-- `over_cap`: its money was above the cap of the account's day when it was credited; its coins are held longer. Earlier
-- payments have 0. `currency`: of `amount`, `refunded` and `charged_back`; NULL: not recorded, that of the donation.
CREATE TABLE IF NOT EXISTS payments (
    id                  BIGINT      NOT NULL PRIMARY KEY,
    donation_id         CHAR(36)    NULL,
    status              VARCHAR(16) NOT NULL,
    detail              VARCHAR(64) NOT NULL,
    outcome             VARCHAR(16) NOT NULL,
    amount              BIGINT      NOT NULL,
    refunded            BIGINT      NOT NULL,
    updated_ms          BIGINT      NOT NULL,
    coins               BIGINT      NOT NULL DEFAULT 0,
    held                BIGINT      NOT NULL DEFAULT 0,
    disputed            TINYINT(1)  NOT NULL DEFAULT 0,
    moves               INT         NOT NULL DEFAULT 0,
    credited            TINYINT(1)  NOT NULL DEFAULT 0,
    mismatch            VARCHAR(16) NULL,
    first_seen_at       BIGINT      NOT NULL,
    seen_at             BIGINT      NOT NULL,
    fee                 BIGINT      NULL,
    net                 BIGINT      NULL,
    approved_at         BIGINT      NULL,
    release_at          BIGINT      NULL,
    method              VARCHAR(64) NULL,
    payer               BIGINT      NULL,
    provider            VARCHAR(16) NOT NULL DEFAULT 'mercadopago',
    reference           VARCHAR(64) NOT NULL DEFAULT (id),
    settlement_currency CHAR(3)     NULL,
    ledger_key          VARCHAR(72) AS (CONCAT(CASE WHEN provider = 'mercadopago' THEN 'mp' ELSE LEFT(provider, 2) END, ':', reference)) VIRTUAL,
    state               VARCHAR(16) AS (CASE WHEN status = 'approved' OR (status = 'charged_back' AND detail = 'reimbursed') THEN 'paid' WHEN status IN ('rejected', 'cancelled') THEN 'failed' WHEN status IN ('refunded', 'charged_back') THEN 'reversed' WHEN status IN ('in_process', 'authorized') THEN 'pending' WHEN status = 'in_mediation' THEN CASE WHEN approved_at IS NULL AND coins = 0 THEN 'pending' ELSE 'disputed' END ELSE status END) VIRTUAL,
    charged_back        BIGINT      NOT NULL DEFAULT 0,
    name                VARCHAR(81) AS (CASE WHEN provider = 'mercadopago' THEN reference ELSE CONCAT(provider, ':', reference) END) VIRTUAL,
    contested           TINYINT(1)  AS ((status = 'charged_back' AND detail NOT IN ('settled', 'reimbursed')) OR (status IN ('paid', 'reversed') AND detail = 'undecided')) VIRTUAL,
    over_cap            TINYINT(1)  NOT NULL DEFAULT 0,
    currency            CHAR(3)     NULL,
    KEY payments_donation (donation_id),
    KEY payments_mismatch (mismatch),
    CONSTRAINT payments_outcome CHECK (outcome IN ('completed', 'refunded', 'pending', 'failed')),
    CONSTRAINT payments_coins CHECK (coins >= 0 AND held >= 0 AND held <= coins),
    KEY payments_payer (payer),
    UNIQUE KEY payments_reference (provider, reference)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Refunds that an operator asked the provider for, noted before it was asked: a repeat of one whose answer was lost is
-- known by that, and gives nothing back twice. `refunded` is what had gone back before, both are centavos; `answered_at`
-- is NULL until it is known what became of it. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS refunds (
    payment_id  BIGINT NOT NULL,
    refunded    BIGINT NOT NULL,
    amount      BIGINT NOT NULL,
    asked_at    BIGINT NOT NULL,
    answered_at BIGINT NULL,
    PRIMARY KEY (payment_id, refunded, amount),
    CONSTRAINT refunds_amount CHECK (amount > 0 AND refunded >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

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
    provider    VARCHAR(16) NOT NULL DEFAULT 'mercadopago',
    reference   VARCHAR(64) NOT NULL DEFAULT (payment_id),
    UNIQUE KEY webhook_inbox_notice (notice),
    KEY webhook_inbox_due (status, due_at),
    KEY webhook_inbox_payment (payment_id, status),
    CONSTRAINT webhook_inbox_status CHECK (status IN ('waiting', 'done', 'given_up'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
