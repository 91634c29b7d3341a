-- Offers of shops in the game, and the prices of each day. Times are seconds since 1970. `day`: days since 1970 in the site's
-- time zone.
--
-- One row for each offer at one price. `kind`: sell; package: sold with all else of the shop; buy. `entry_id`: the object that
-- is sold, or the item that is bought. `login`: of the shop's owner. `town`: where the owner is, or the nearest.
-- `opened_at`: of the shop, NULL where the game does not record it. `is_open` 0: it was there earlier today or yesterday.
-- The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS market_offers (
    character_id  INT UNSIGNED NOT NULL,
    kind          VARCHAR(7)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    entry_id      BIGINT       NOT NULL,
    enchant       INT          NOT NULL,
    price         BIGINT       NOT NULL,
    login         VARCHAR(45)  NOT NULL,
    item_id       INT UNSIGNED NOT NULL,
    amount        BIGINT       NOT NULL,
    town          VARCHAR(60)  NOT NULL,
    opened_at     BIGINT       NULL,
    first_seen_at BIGINT       NOT NULL,
    seen_at       BIGINT       NOT NULL,
    is_open       TINYINT      NOT NULL,
    PRIMARY KEY (character_id, kind, entry_id, enchant, price),
    KEY market_offers_item (item_id, is_open, price),
    KEY market_offers_open (is_open, price),
    KEY market_offers_seen (seen_at),
    KEY market_offers_login (login),
    CONSTRAINT market_offers_kind CHECK (kind IN ('sell', 'package', 'buy'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Prices of one piece, by day and enchant level, of all offers of kind `sell` that were seen on the day. `lowest_at`: when the
-- lowest one was first seen on it. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS market_days (
    item_id   INT UNSIGNED      NOT NULL,
    enchant   INT               NOT NULL,
    day       SMALLINT UNSIGNED NOT NULL,
    lowest    BIGINT            NOT NULL,
    median    BIGINT            NOT NULL,
    offers    INT UNSIGNED      NOT NULL,
    lowest_at BIGINT            NOT NULL,
    PRIMARY KEY (item_id, enchant, day),
    KEY market_days_day (day)
) ENGINE = InnoDB;

-- The last complete reading, in one row. `shops`: that the game has stored; `open_shops`: those with their owner in the game as
-- an offline trader. `traders`: such owners as the snapshot counts them; NULL where it cannot. `read_rows`: of the game.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS market_readings (
    slot        TINYINT UNSIGNED NOT NULL PRIMARY KEY,
    began_at    BIGINT           NOT NULL,
    finished_at BIGINT           NOT NULL,
    shops       INT UNSIGNED     NOT NULL,
    open_shops  INT UNSIGNED     NOT NULL,
    offers      INT UNSIGNED     NOT NULL,
    traders     INT UNSIGNED     NULL,
    read_rows   INT UNSIGNED     NOT NULL
) ENGINE = InnoDB;
