-- Administration: operators and their sessions. Times are seconds since 1970.

-- One row per operator. Second factors are in the tables of players' factors, under the login `Operator:<name>`: players'
-- logins are stored in lower case. `password`: a bcrypt hash. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS operators (
    name        VARCHAR(32) NOT NULL PRIMARY KEY,
    role        VARCHAR(16) NOT NULL,
    password    CHAR(60)    NOT NULL,
    created_at  BIGINT      NOT NULL,
    disabled_at BIGINT      NULL,
    CONSTRAINT operators_role CHECK (role IN ('owner', 'finance', 'support', 'content'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- `hash`: SHA-256 of the cookie. `factor_at`: when a second factor was proved; without it, only a factor can be set up.
-- `confirmed_at`: when the operator last proved a factor. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS operator_sessions (
    hash         CHAR(64)    NOT NULL PRIMARY KEY,
    operator     VARCHAR(32) NOT NULL,
    created_at   BIGINT      NOT NULL,
    seen_at      BIGINT      NOT NULL,
    confirmed_at BIGINT      NOT NULL,
    factor_at    BIGINT      NULL,
    KEY operator_sessions_operator (operator),
    KEY operator_sessions_created (created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Changes by their idempotency key, written in the transaction of the change. `fingerprint`: SHA-256 of what was asked.
-- The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS operator_requests (
    operator        VARCHAR(32) NOT NULL,
    idempotency_key VARCHAR(64) NOT NULL,
    permission      VARCHAR(32) NOT NULL,
    fingerprint     CHAR(64)    NOT NULL,
    response        MEDIUMTEXT  NOT NULL,
    at              BIGINT      NOT NULL,
    PRIMARY KEY (operator, idempotency_key),
    KEY operator_requests_at (at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- `via`: a command or the administration. `outcome`: done or refused. `old_values`, `new_values`: the changed columns as
-- JSON, where the command records them.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'operator_log' AND column_name = 'via');
SET @change = IF(@missing, 'ALTER TABLE operator_log
    ADD COLUMN via VARCHAR(8) NOT NULL DEFAULT ''command'',
    ADD COLUMN outcome VARCHAR(8) NOT NULL DEFAULT ''done'',
    ADD COLUMN address VARCHAR(45) NULL,
    ADD COLUMN old_values TEXT NULL,
    ADD COLUMN new_values TEXT NULL,
    ADD KEY operator_log_operator (operator, id)', 'DO 0');
PREPARE change_log FROM @change;
EXECUTE change_log;
DEALLOCATE PREPARE change_log;
