-- Sessions of players. Times are seconds since 1970.

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

-- Tokens carry the epoch of their account; a change of the password or the end of all other sessions raises it.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'profiles' AND column_name = 'epoch');
SET @change = IF(@missing, 'ALTER TABLE profiles ADD COLUMN epoch INT NOT NULL DEFAULT 0', 'DO 0');
PREPARE change_profiles FROM @change;
EXECUTE change_profiles;
DEALLOCATE PREPARE change_profiles;
