-- Second factors of players. Times are seconds since 1970.

-- The secret of an account's authenticator app, sealed as security.data_keys say; it counts once `confirmed_at` is set.
-- `last_step`: the 30-second step of the last accepted code, so that a code works once. The site's user: SELECT, INSERT,
-- UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS totp_secrets (
    id           BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    login        VARCHAR(45)  NOT NULL,
    sealed       VARCHAR(255) NOT NULL,
    last_step    BIGINT       NOT NULL DEFAULT 0,
    confirmed_at BIGINT       NULL,
    UNIQUE KEY totp_secrets_login (login)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Codes that each replace a factor once. `hash`: SHA-256 of login and code. The site's user: SELECT, INSERT, UPDATE,
-- DELETE.
CREATE TABLE IF NOT EXISTS recovery_codes (
    login      VARCHAR(45) NOT NULL,
    hash       CHAR(64)    NOT NULL,
    created_at BIGINT      NOT NULL,
    used_at    BIGINT      NULL,
    PRIMARY KEY (login, hash)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Challenges that were answered, until they expire: each works once. The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS used_challenges (
    id         CHAR(22) NOT NULL PRIMARY KEY,
    expires_at BIGINT   NOT NULL,
    KEY used_challenges_expiry (expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
