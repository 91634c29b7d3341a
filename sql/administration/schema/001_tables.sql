-- Administration: operators and their sessions. Times are seconds since 1970.
--
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

-- `hash`: a keyed hash of the cookie. `factor_at`: when a second factor was proved; without it, only a factor can be set up.
-- `confirmed_at`: when the operator last proved a factor. The site's user: SELECT, INSERT, UPDATE, DELETE.
-- `signature`: of the session's columns and of the operator's password.
CREATE TABLE IF NOT EXISTS operator_sessions (
    hash         CHAR(64)     NOT NULL PRIMARY KEY,
    operator     VARCHAR(32)  NOT NULL,
    created_at   BIGINT       NOT NULL,
    seen_at      BIGINT       NOT NULL,
    confirmed_at BIGINT       NOT NULL,
    factor_at    BIGINT       NULL,
    signature    VARCHAR(128) NOT NULL DEFAULT '',
    KEY operator_sessions_operator (operator),
    KEY operator_sessions_created (created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Signatures of operators: a login of the database alone makes no operator, session or factor. Times are seconds since 1970.
--
-- One row for each change of an operator's row, authenticator secret, passkeys and recovery codes, their uses included. It
-- holds while it is the newest one (the highest `revision`) whose signature is right. `state`: SHA-256 of what was signed.
-- `signature`: `<key id>:<MAC>`, under a key derived from security.data_keys. Append-only: the site's user has SELECT and
-- INSERT.
CREATE TABLE IF NOT EXISTS operator_signatures (
    id        BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    operator  VARCHAR(32)  NOT NULL,
    revision  BIGINT       NOT NULL,
    state     CHAR(64)     NOT NULL,
    signature VARCHAR(128) NOT NULL,
    at        BIGINT       NOT NULL,
    KEY operator_signatures_operator (operator, revision)
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

-- Administration: notes about accounts, and the keys of its search. Times are seconds since 1970.
--
-- Notes of operators about an account, for each other. The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS account_notes (
    id       BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account  VARCHAR(45)  NOT NULL,
    at       BIGINT       NOT NULL,
    operator VARCHAR(32)  NOT NULL,
    text     VARCHAR(500) NOT NULL,
    KEY account_notes_account (account, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Versions of content files, and the content that each process shows. Times are seconds since 1970.
--
-- A row for each state of a file that the administration made or replaced, so the newest row before a save is the file's
-- former version. `hash`: SHA-256 in hexadecimal digits; empty: the file was deleted. `body`: NULL for a picture and a
-- deleted file. `operator` NULL: the file was changed in the folder itself. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS content_versions (
    id       BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    path     VARCHAR(120) NOT NULL,
    hash     VARCHAR(64)  NOT NULL,
    size     INT UNSIGNED NOT NULL,
    body     MEDIUMTEXT   NULL,
    operator VARCHAR(64)  NULL,
    reason   VARCHAR(300) NOT NULL,
    at       BIGINT       NOT NULL,
    KEY content_versions_path (path, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per running process (`<host>:<pid>`), renewed while it runs. `version`: hash of the content that it shows.
-- The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS content_processes (
    process     VARCHAR(80) NOT NULL PRIMARY KEY,
    version     CHAR(16)    NOT NULL,
    reported_at BIGINT      NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
