-- The name of each clan with ranked members, as it was last seen at the close of a day: for clans that are no more.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS clan_names (
    clan_id INT UNSIGNED NOT NULL PRIMARY KEY,
    name    VARCHAR(64)  NOT NULL,
    KEY clan_names_name (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
