-- Web Push: messages that browsers show while the site is closed. Times are seconds since 1970.
--
-- The site's key pair (RFC 8292), in one row: the private key, sealed. Every subscription is bound to its public key.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS push_keys (
    id     TINYINT      NOT NULL PRIMARY KEY,
    sealed VARCHAR(255) NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- What an account wants to be told, as JSON. It outlives the account's subscriptions.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS push_choices (
    login   VARCHAR(45) NOT NULL PRIMARY KEY,
    choices TEXT        NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per browser, bound to the session that made it: without the live session it is not used, and a job deletes it.
-- `sealed`: address at the push service and keys of the browser. `endpoint_hash`: SHA-256 of the address, so that a
-- browser belongs to one session. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS push_subscriptions (
    id            BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    session       CHAR(22)    NOT NULL,
    login         VARCHAR(45) NOT NULL,
    endpoint_hash CHAR(64)    NOT NULL,
    sealed        TEXT        NOT NULL,
    language      VARCHAR(8)  NOT NULL,
    created_at    BIGINT      NOT NULL,
    UNIQUE KEY push_subscriptions_session (session),
    UNIQUE KEY push_subscriptions_endpoint (endpoint_hash),
    KEY push_subscriptions_login (login)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- The outbox. A job claims a row and then sends it, so that it is sent at most once: a row that stays `claimed` has an
-- unknown outcome and is not repeated. `subject` and `at`: the boss, castle or character, and the moment of what happened;
-- a subscription gets one message about them. `gone`: the
-- browser has no such subscription any more. `notice`: JSON with ids and numbers, never names. The site's user: SELECT,
-- INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS push_messages (
    id              BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    subscription_id BIGINT      NOT NULL,
    subject         VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    at              BIGINT      NOT NULL,
    notice          TEXT        NOT NULL,
    expires_at      BIGINT      NOT NULL,
    state           VARCHAR(8)  NOT NULL DEFAULT 'waiting',
    due_at          BIGINT      NOT NULL,
    claimed_at      BIGINT      NULL,
    UNIQUE KEY push_messages_once (subscription_id, subject, at),
    KEY push_messages_state (state, due_at),
    KEY push_messages_expires_at (expires_at),
    CONSTRAINT push_messages_state CHECK (state IN ('waiting', 'claimed', 'sent', 'gone', 'refused'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
