-- Recharge campaigns: bonus coins for donations that begin within a period. Times are seconds since 1970.
--
-- `steps`: JSON, ascending: [[least coins of the donation, bonus in percent of them], …]. `account_cap` and `total_cap`: bonus
-- coins that the campaign promises to one account and to all at most; NULL: no limit. `first_only`: for accounts without a
-- credited donation alone, once. `ended_at`: when an operator ended it; NULL: not. Nothing else of it changes.
-- The site's user: SELECT, INSERT, UPDATE of `ended_at`.
CREATE TABLE IF NOT EXISTS recharge_campaigns (
    id          INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name        VARCHAR(60)  NOT NULL,
    steps       VARCHAR(512) NOT NULL,
    starts_at   BIGINT       NOT NULL,
    ends_at     BIGINT       NOT NULL,
    account_cap BIGINT       NULL,
    total_cap   BIGINT       NULL,
    first_only  TINYINT(1)   NOT NULL DEFAULT 0,
    created_at  BIGINT       NOT NULL,
    ended_at    BIGINT       NULL,
    KEY recharge_campaigns_end (ends_at),
    CONSTRAINT recharge_campaigns_times CHECK (ends_at > starts_at),
    CONSTRAINT recharge_campaigns_caps CHECK (COALESCE(account_cap, 1) > 0 AND COALESCE(total_cap, 1) > 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- What a donation was promised when it began: `coins` beside its own. `given`: those of them that the account has of it at
-- present; `is_disputed`: a payment of the donation is disputed, and the unspent ones were taken until that is decided.
-- `moves`: number of its transfers, which is part of their keys, as `id` is.
-- The site's user: SELECT, INSERT, UPDATE of `given`, `is_disputed` and `moves`.
CREATE TABLE IF NOT EXISTS campaign_offers (
    id          INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    donation_id CHAR(36)     NOT NULL,
    campaign_id INT UNSIGNED NOT NULL,
    account     VARCHAR(45)  NOT NULL,
    coins       BIGINT       NOT NULL,
    promised_at BIGINT       NOT NULL,
    given       BIGINT       NOT NULL DEFAULT 0,
    is_disputed TINYINT(1)   NOT NULL DEFAULT 0,
    moves       INT UNSIGNED NOT NULL DEFAULT 0,
    UNIQUE KEY campaign_offers_donation (donation_id),
    KEY campaign_offers_campaign (campaign_id, account),
    KEY campaign_offers_account (account),
    CONSTRAINT campaign_offers_of FOREIGN KEY (campaign_id) REFERENCES recharge_campaigns (id),
    CONSTRAINT campaign_offers_coins CHECK (coins > 0 AND given BETWEEN 0 AND coins)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
