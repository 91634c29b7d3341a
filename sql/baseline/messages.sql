-- Mails to players, and the links in them. Times are seconds since 1970, addresses in lower case.
--
-- The outbox. A job claims a row and then sends it, so that it is sent at most once: a row that stays `claimed` has an
-- unknown outcome and is not repeated. `login` is empty for a recovery, which concerns every account of the address.
-- `action`: that of the security log, for a notice. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS mails (
    id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    kind       VARCHAR(16)  NOT NULL,
    recipient  VARCHAR(254) NOT NULL,
    login      VARCHAR(45)  NOT NULL,
    action     VARCHAR(32)  NOT NULL,
    created_at BIGINT       NOT NULL,
    state      VARCHAR(8)   NOT NULL DEFAULT 'waiting',
    attempts   INT          NOT NULL DEFAULT 0,
    due_at     BIGINT       NOT NULL,
    claimed_at BIGINT       NULL,
    KEY mails_state (state, due_at),
    KEY mails_recipient (recipient, kind, claimed_at),
    KEY mails_created (created_at),
    CONSTRAINT mails_kind CHECK (kind IN ('confirmation', 'recovery', 'notice')),
    CONSTRAINT mails_state CHECK (state IN ('waiting', 'claimed', 'sent', 'refused'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per link. `hash`: SHA-256 of its secret, which stands in the mail alone. `binding`: HMAC with the secret over
-- what must not have changed when the link is used. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS mail_links (
    hash       CHAR(64)     NOT NULL PRIMARY KEY,
    kind       VARCHAR(16)  NOT NULL,
    login      VARCHAR(45)  NOT NULL,
    email      VARCHAR(254) NOT NULL,
    binding    CHAR(64)     NOT NULL,
    created_at BIGINT       NOT NULL,
    used_at    BIGINT       NULL,
    KEY mail_links_login (login, kind, created_at),
    KEY mail_links_created (created_at),
    CONSTRAINT mail_links_kind CHECK (kind IN ('confirmation', 'recovery'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- The address that the player of an account opened a link from. It counts for recovery while it is also the account's
-- address; notices go to it in any case. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS confirmed_emails (
    login        VARCHAR(45)  NOT NULL PRIMARY KEY,
    email        VARCHAR(254) NOT NULL,
    confirmed_at BIGINT       NOT NULL,
    KEY confirmed_emails_email (email)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
