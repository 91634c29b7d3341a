-- Where a registered account came from, as its browser told at the registration: the host of the page that linked here or
-- the name of a link (`source`), and a campaign. Empty: nothing was told. No address and no path is stored.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS account_sources (
    login    VARCHAR(45) NOT NULL PRIMARY KEY,
    source   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    campaign VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
