-- One row per vote that was credited. `period`: `voted_at` in windows of the site. `voter`: keyed hash of the address, for
-- sites that are asked by it; else NULL. `answer_hash`: SHA-256 of the site's answer. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS votes (
    id          BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    site        VARCHAR(16)  NOT NULL,
    account     VARCHAR(45)  NOT NULL,
    period      INT UNSIGNED NOT NULL,
    voted_at    BIGINT       NOT NULL,
    credited_at BIGINT       NOT NULL,
    coins       BIGINT       NOT NULL,
    voter       CHAR(32)     NULL,
    answer_hash CHAR(64)     NOT NULL,
    UNIQUE KEY votes_account (site, account, period),
    UNIQUE KEY votes_voter (site, voter, period),
    KEY votes_credited (account, credited_at),
    CONSTRAINT votes_coins CHECK (coins > 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Votes on sites that list game servers. Times are seconds since 1970.
--
-- The number of an account in its voter ids. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS vote_accounts (
    number  INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account VARCHAR(45)  NOT NULL UNIQUE
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Answers and callbacks of the last 24 hours, counted by outcome. `slot`: the hour of the day; `hour`: in hours since 1970,
-- so a slot of the day before begins at 0. `last_ms`: of the last answer that was asked for. The site's user: SELECT,
-- INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS vote_answers (
    site    VARCHAR(16)      NOT NULL,
    slot    TINYINT UNSIGNED NOT NULL,
    outcome VARCHAR(16)      NOT NULL,
    hour    INT UNSIGNED     NOT NULL,
    answers INT UNSIGNED     NOT NULL,
    last_at BIGINT           NOT NULL,
    last_ms INT UNSIGNED     NULL,
    PRIMARY KEY (site, slot, outcome)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
