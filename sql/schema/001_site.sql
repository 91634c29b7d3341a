-- The site schema: the only place the service writes to, but for two columns of the accounts. Times are seconds since
-- 1970. Every statement may be run again, so that a migration cut short can be repeated.

-- What install found and did; written by install and migrate alone.
CREATE TABLE IF NOT EXISTS installation (
    name  VARCHAR(64)  NOT NULL PRIMARY KEY,
    value VARCHAR(255) NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row a minute: was the game there, and how many played.
CREATE TABLE IF NOT EXISTS status_samples (
    at             BIGINT     NOT NULL PRIMARY KEY,
    online         TINYINT(1) NOT NULL,
    online_players INT        NOT NULL
) ENGINE = InnoDB;

-- One row a day for each character of an account that has logged in here.
CREATE TABLE IF NOT EXISTS character_samples (
    day          DATE        NOT NULL,
    character_id BIGINT      NOT NULL,
    account      VARCHAR(45) NOT NULL,
    level        SMALLINT    NOT NULL,
    exp          BIGINT      NOT NULL,
    pvp_kills    INT         NOT NULL,
    pk_kills     INT         NOT NULL,
    PRIMARY KEY (day, character_id),
    KEY character_samples_account (account, day)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- What the game's own table has no place for.
CREATE TABLE IF NOT EXISTS profiles (
    login          VARCHAR(45)  NOT NULL PRIMARY KEY,
    email          VARCHAR(255) NULL,
    created_at     BIGINT       NULL,
    first_login_at BIGINT       NULL,
    last_login_at  BIGINT       NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Append-only: the service may read it and add to it.
CREATE TABLE IF NOT EXISTS security_log (
    id         BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    login      VARCHAR(45) NOT NULL,
    action     VARCHAR(32) NOT NULL,
    ip_address VARCHAR(45) NOT NULL,
    at         BIGINT      NOT NULL,
    success    TINYINT(1)  NOT NULL,
    KEY security_log_login (login, at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
