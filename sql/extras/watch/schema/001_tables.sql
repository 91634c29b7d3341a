-- Stars: what an account watches, as far as it has read, its private feed and its weekly mail. News are not stored: they
-- are read from events, histories, deliveries and payments. Times are seconds since 1970.
--
-- One row per star. `subject_id`: id of a character, clan, boss (its NPC), castle or item. The game uses ids of characters
-- and clans again: a star counts only for the one that had the id at `since`. The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS watch_stars (
    login      VARCHAR(45) NOT NULL,
    kind       VARCHAR(9)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject_id BIGINT      NOT NULL,
    since      BIGINT      NOT NULL,
    PRIMARY KEY (login, kind, subject_id),
    KEY watch_stars_subject (kind, subject_id),
    CONSTRAINT watch_stars_kind CHECK (kind IN ('character', 'clan', 'boss', 'castle', 'item'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per account that has stars, has read its news or has chosen a feed or the weekly mail.
-- `read_until`: news of up to this moment are read; NULL: none was read yet. `feed_hash`: SHA-256 of the secret in the
-- address of the private feed, in hexadecimal; NULL: there is no feed. `digest_key`: ends the weekly mail without a login,
-- and can do nothing else; NULL: the mail is off. `digest_week`: the week in which the last mail was added to the
-- outbox, as the number of its first day since 1970; NULL while the mail is off. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS watch_accounts (
    login       VARCHAR(45) NOT NULL PRIMARY KEY,
    read_until  BIGINT      NULL,
    feed_hash   CHAR(64)    CHARACTER SET ascii COLLATE ascii_bin NULL,
    feed_at     BIGINT      NULL,
    digest_key  CHAR(22)    CHARACTER SET ascii COLLATE ascii_bin NULL,
    digest_week INT         NULL,
    UNIQUE KEY watch_accounts_feed (feed_hash),
    UNIQUE KEY watch_accounts_digest (digest_key),
    KEY watch_accounts_week (digest_week)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
