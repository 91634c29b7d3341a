-- Accounts of players, beside the game's own table. Times are seconds since 1970.
--
-- Tokens carry the `epoch` of their account; a change of the password or the end of all other sessions raises it.
-- `user_handle`: the random id under which authenticators store an account, in base64url: 64 bytes, never the login.
CREATE TABLE IF NOT EXISTS profiles (
    login          VARCHAR(45)  NOT NULL PRIMARY KEY,
    email          VARCHAR(255) NULL,
    created_at     BIGINT       NULL,
    first_login_at BIGINT       NULL,
    last_login_at  BIGINT       NULL,
    epoch          INT          NOT NULL DEFAULT 0,
    user_handle    VARCHAR(86)  NULL,
    KEY profiles_email (email)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- By which the site recognises that a login name belongs to another person: the game deleted the account, and it was
-- created again. Times are seconds since 1970.
--
-- One row for each account that has logged in. `born_at`: when the game created the account, where
-- its tables record that. `written_mark`, `seen_mark`: keyed hashes of the password hash that the site wrote last, and of
-- the one that it saw last. `absent_at`: since when the game has no such account. `frozen_at`: since when an operator
-- must decide whether the coins and the history belong to this person.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS account_owners (
    login        VARCHAR(45) NOT NULL PRIMARY KEY,
    born_at      BIGINT      NULL,
    written_mark CHAR(32)    NULL,
    seen_mark    CHAR(32)    NULL,
    absent_at    BIGINT      NULL,
    frozen_at    BIGINT      NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Where a registered account came from, as its browser told at the registration: the host of the page that linked here or
-- the name of a link (`source`), and a campaign. Empty: nothing was told. No address and no path is stored.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS account_sources (
    login    VARCHAR(45) NOT NULL PRIMARY KEY,
    source   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    campaign VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Sessions of players. Times are seconds since 1970.
--
-- One row per login. `id` stands in the token. `device`: browser and system in words of the service, never the header's
-- text; `network`: the /24 or /48 of the client. `confirmed_at`: when the player last proved the password or a factor.
-- The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS sessions (
    id           CHAR(22)    NOT NULL PRIMARY KEY,
    login        VARCHAR(45) NOT NULL,
    created_at   BIGINT      NOT NULL,
    seen_at      BIGINT      NOT NULL,
    confirmed_at BIGINT      NOT NULL,
    ended_at     BIGINT      NULL,
    device       VARCHAR(40) NOT NULL,
    network      VARCHAR(45) NOT NULL,
    KEY sessions_login (login, ended_at, created_at),
    KEY sessions_created (created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Second factors of players. Times are seconds since 1970.
--
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

-- Passkeys of players. Times are seconds since 1970.
--
-- One row per passkey. `credential_id` and `public_key` in base64url. `domain`: the host that it belongs to; after a move
-- of the site the others do not count. `backup_eligible`: it may be on several devices of the player, `backed_up`: it is.
-- `used_day`: days since 1970. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS passkeys (
    id              BIGINT        NOT NULL AUTO_INCREMENT PRIMARY KEY,
    login           VARCHAR(45)   NOT NULL,
    domain          VARCHAR(253)  NOT NULL,
    credential_id   VARCHAR(1364) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    public_key      VARCHAR(2048) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    sign_count      BIGINT        NOT NULL,
    transports      VARCHAR(100)  NOT NULL,
    backup_eligible TINYINT       NOT NULL,
    backed_up       TINYINT       NOT NULL,
    name            VARCHAR(40)   NOT NULL,
    created_at      BIGINT        NOT NULL,
    used_day        INT           NULL,
    UNIQUE KEY passkeys_credential (credential_id),
    KEY passkeys_login (login, domain)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Challenges that were answered, until they expire: each works once. The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS used_challenges (
    id         CHAR(22) NOT NULL PRIMARY KEY,
    expires_at BIGINT   NOT NULL,
    KEY used_challenges_expiry (expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Append-only: the service may read it and add to it.
-- Failed logins of an account above 50 in an hour are one row with their number and without an address. All other rows,
-- also those of the previous release, are one attempt each.
CREATE TABLE IF NOT EXISTS security_log (
    id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    login      VARCHAR(45)  NOT NULL,
    action     VARCHAR(32)  NOT NULL,
    ip_address VARCHAR(45)  NOT NULL,
    at         BIGINT       NOT NULL,
    success    TINYINT(1)   NOT NULL,
    attempts   INT UNSIGNED NOT NULL DEFAULT 1,
    KEY security_log_login (login, at),
    KEY security_log_success (login, success, action, ip_address, at),
    KEY security_log_at (at),
    KEY security_log_address (ip_address, at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
