-- Passkeys of players. Times are seconds since 1970.

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

-- The random id under which authenticators store an account, in base64url: 64 bytes, never the login.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'profiles' AND column_name = 'user_handle');
SET @change = IF(@missing, 'ALTER TABLE profiles ADD COLUMN user_handle VARCHAR(86) NULL', 'DO 0');
PREPARE change_profiles FROM @change;
EXECUTE change_profiles;
DEALLOCATE PREPARE change_profiles;
