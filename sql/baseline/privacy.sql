-- What the public sees of players. Times are seconds since 1970.
--
-- The level that an account has chosen; an account without a row has the default of the settings. The site's user:
-- SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS privacy (
    login      VARCHAR(45) NOT NULL PRIMARY KEY,
    level      VARCHAR(8)  NOT NULL,
    changed_at BIGINT      NOT NULL,
    KEY privacy_changed_at (changed_at),
    CONSTRAINT privacy_level CHECK (level IN ('public', 'rankings', 'hidden'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Names and titles of characters, and clans whose crest operators hide. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS hidden_texts (
    kind     VARCHAR(8)  NOT NULL,
    name     VARCHAR(50) NOT NULL,
    operator VARCHAR(64) NOT NULL,
    at       BIGINT      NOT NULL,
    PRIMARY KEY (kind, name),
    CONSTRAINT hidden_texts_kind CHECK (kind IN ('name', 'title', 'crest'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
