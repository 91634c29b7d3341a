-- Requests of players for the erasure of their accounts, published versions of the legal texts, and the versions that
-- accounts have accepted. Times are seconds since 1970.
--
-- One row per account that has asked for its erasure: the newest request. `state`: waiting until `due_at`; held by an
-- operator, who gave `held_reason`; cancelled by the player; done, with the random name in place of the login. `ended_at`:
-- when it was cancelled or done. The site's user: SELECT, INSERT, UPDATE, DELETE of cancelled ones after a year.
CREATE TABLE IF NOT EXISTS erasure_requests (
    id           BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    login        VARCHAR(45)  NOT NULL,
    state        VARCHAR(9)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    requested_at BIGINT       NOT NULL,
    due_at       BIGINT       NOT NULL,
    ended_at     BIGINT       NULL,
    held_reason  VARCHAR(300) NOT NULL DEFAULT '',
    UNIQUE KEY erasure_requests_login (login),
    KEY erasure_requests_due (state, due_at),
    CONSTRAINT erasure_requests_state CHECK (state IN ('waiting', 'held', 'cancelled', 'done'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Each version of a legal text as it was published. `texts`: HTML by language, a JSON object; that of the empty key is in
-- the site's own language, and a language without a text shows it. `published_by`: the operator. The site's user: SELECT,
-- INSERT.
CREATE TABLE IF NOT EXISTS legal_versions (
    document     VARCHAR(8)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    version      INT         NOT NULL,
    published_at BIGINT      NOT NULL,
    published_by VARCHAR(64) NOT NULL,
    texts        MEDIUMTEXT  NOT NULL,
    PRIMARY KEY (document, version),
    CONSTRAINT legal_versions_document CHECK (document IN ('terms', 'privacy'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per version that an account has accepted. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS consents (
    login       VARCHAR(45) NOT NULL,
    document    VARCHAR(8)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    version     INT         NOT NULL,
    accepted_at BIGINT      NOT NULL,
    PRIMARY KEY (login, document, version),
    KEY consents_version (document, version)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
