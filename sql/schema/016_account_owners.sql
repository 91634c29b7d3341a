-- By which the site recognises that a login name belongs to another person: the game deleted the account, and it was
-- created again. Times are seconds since 1970.

-- One row for each account that has logged in since this migration. `born_at`: when the game created the account, where
-- its tables record that. `written_mark`, `seen_mark`: keyed hashes of the password hash that the site wrote last, and of
-- the one that it saw last. `absent_at`: since when the game has no such account. `frozen_at`: since when an operator
-- must decide whether the coins and the history belong to this person.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS account_owners (
    login        VARCHAR(45) NOT NULL PRIMARY KEY,
    born_at      BIGINT      NULL,
    written_mark CHAR(32)    NULL,
    seen_mark    CHAR(32)    NULL,
    absent_at    BIGINT      NULL,
    frozen_at    BIGINT      NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
