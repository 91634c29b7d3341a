-- Codes that players redeem for coins. Times are seconds since 1970.
--
-- A campaign gives `coins` for each redemption, once per account. `kind`: `promo`: one code for many accounts; `gift`:
-- `max_redemptions` codes, each for one redemption. `redeemed`: redemptions so far. `closed_at`: when an operator ended
-- it; NULL: not.
-- The site's user: SELECT, INSERT, UPDATE of `redeemed` and `closed_at`.
CREATE TABLE IF NOT EXISTS code_campaigns (
    id              INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name            VARCHAR(80)  NOT NULL,
    kind            VARCHAR(5)   NOT NULL,
    coins           BIGINT       NOT NULL,
    starts_at       BIGINT       NOT NULL,
    expires_at      BIGINT       NOT NULL,
    max_redemptions INT UNSIGNED NOT NULL,
    redeemed        INT UNSIGNED NOT NULL DEFAULT 0,
    created_at      BIGINT       NOT NULL,
    closed_at       BIGINT       NULL,
    CONSTRAINT code_campaigns_kind CHECK (kind IN ('promo', 'gift')),
    CONSTRAINT code_campaigns_coins CHECK (coins > 0),
    CONSTRAINT code_campaigns_times CHECK (expires_at > starts_at),
    CONSTRAINT code_campaigns_limit CHECK (redeemed <= max_redemptions)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- `hash`: SHA-256 of the code in capitals without separators, in hexadecimal digits. The code itself is stored nowhere.
-- The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS codes (
    id          INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    campaign_id INT UNSIGNED NOT NULL,
    hash        CHAR(64)     NOT NULL,
    UNIQUE KEY codes_hash (hash),
    KEY codes_campaign_id (campaign_id),
    CONSTRAINT codes_campaign FOREIGN KEY (campaign_id) REFERENCES code_campaigns (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- `gift_code_id`: the code of a gift, which is used once; NULL for the code of a promo. `id` is in the key of the transfer
-- that paid. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS code_redemptions (
    id           INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    campaign_id  INT UNSIGNED NOT NULL,
    account      VARCHAR(45)  NOT NULL,
    gift_code_id INT UNSIGNED NULL,
    redeemed_at  BIGINT       NOT NULL,
    UNIQUE KEY code_redemptions_account (campaign_id, account),
    UNIQUE KEY code_redemptions_gift (gift_code_id),
    KEY code_redemptions_of_account (account),
    CONSTRAINT code_redemptions_campaign FOREIGN KEY (campaign_id) REFERENCES code_campaigns (id),
    CONSTRAINT code_redemptions_code FOREIGN KEY (gift_code_id) REFERENCES codes (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
