-- Referrals: players who bring players. Times are seconds since 1970.
--
-- The random code of an account's link. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS referral_codes (
    account VARCHAR(45) NOT NULL PRIMARY KEY,
    code    CHAR(10)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per account that registered through a link. `network`: the /24 or /48 of its registration. `state`: `waiting`, until
-- a character has played enough; `paid`, both accounts have their coins; or `refused`, with a `reason` for operators. `id`
-- is in the keys of the transfers that paid. The site's user: SELECT, INSERT, UPDATE of state, reason, settlement and coins.
CREATE TABLE IF NOT EXISTS referrals (
    id             INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account        VARCHAR(45)  NOT NULL UNIQUE,
    referrer       VARCHAR(45)  NOT NULL,
    registered_at  BIGINT       NOT NULL,
    network        VARCHAR(45)  NOT NULL,
    state          VARCHAR(8)   NOT NULL,
    reason         VARCHAR(24)  NULL,
    settled_at     BIGINT       NULL,
    referrer_coins BIGINT       NOT NULL DEFAULT 0,
    account_coins  BIGINT       NOT NULL DEFAULT 0,
    KEY referrals_referrer (referrer, state, settled_at),
    KEY referrals_state (state, id),
    CONSTRAINT referrals_state CHECK (state IN ('waiting', 'paid', 'refused')),
    CONSTRAINT referrals_reason CHECK ((state = 'refused') = (reason IS NOT NULL)),
    CONSTRAINT referrals_others CHECK (account <> referrer)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
