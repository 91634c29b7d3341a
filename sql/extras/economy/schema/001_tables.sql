-- The nightly count of all items of the game. `day`: days since 1970 in the site's time zone; a day begins at the hour of
-- the count. Times are seconds since 1970. Owners are characters or clans of the game.
--
-- One row per finished count. `database_ms`: time of all its statements; `longest_us`: of the longest one.
-- The site's user: SELECT, INSERT, DELETE. `gini`: of the Adena of all holders; NULL in counts of the release before.
CREATE TABLE IF NOT EXISTS economy_days (
    day         SMALLINT UNSIGNED NOT NULL PRIMARY KEY,
    counted_at  BIGINT            NOT NULL,
    duration_ms BIGINT            NOT NULL,
    database_ms BIGINT            NOT NULL,
    longest_us  BIGINT            NOT NULL,
    objects     BIGINT            NOT NULL,
    gini        DOUBLE            NULL
) ENGINE = InnoDB;

-- What a count has so far, so that another process can go on after `last_id`; empty between two counts. `body`: packed
-- totals of a part of the objects. The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS economy_parts (
    day         SMALLINT UNSIGNED NOT NULL,
    part        INT UNSIGNED      NOT NULL,
    last_id     BIGINT            NOT NULL,
    duration_ms BIGINT            NOT NULL,
    database_ms BIGINT            NOT NULL,
    longest_us  BIGINT            NOT NULL,
    body        MEDIUMBLOB        NOT NULL,
    PRIMARY KEY (day, part)
) ENGINE = InnoDB;

-- One row per item and day. `largest`: the largest stack. The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS economy_items (
    day             SMALLINT UNSIGNED NOT NULL,
    item_id         INT UNSIGNED      NOT NULL,
    amount          BIGINT            NOT NULL,
    holders         INT UNSIGNED      NOT NULL,
    largest         BIGINT            NOT NULL,
    largest_owner   INT UNSIGNED      NOT NULL,
    highest_enchant INT               NOT NULL,
    PRIMARY KEY (day, item_id),
    KEY economy_items_item (item_id, day)
) ENGINE = InnoDB;

-- Adena by level of its holders. `band`: the lowest level; 0: clans, and characters that are not ranked.
-- The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS economy_bands (
    day           SMALLINT UNSIGNED NOT NULL,
    band          TINYINT UNSIGNED  NOT NULL,
    holders       INT UNSIGNED      NOT NULL,
    amount        BIGINT            NOT NULL,
    largest       BIGINT            NOT NULL,
    largest_owner INT UNSIGNED      NOT NULL,
    PRIMARY KEY (day, band)
) ENGINE = InnoDB;

-- `owner_id` 0: the alarm is about all of the item. `acknowledged_at` NULL: it waits for an operator. `acknowledged_value`:
-- the value that the operator saw. The site's user: SELECT, INSERT, UPDATE, DELETE.
-- `other_owner_id`: the second one; 0 in alarms of other kinds.
CREATE TABLE IF NOT EXISTS economy_alarms (
    id                 INT UNSIGNED      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    kind               VARCHAR(8)        NOT NULL,
    item_id            INT UNSIGNED      NOT NULL,
    owner_id           INT UNSIGNED      NOT NULL,
    value              BIGINT            NOT NULL,
    limit_value        BIGINT            NOT NULL,
    first_day          SMALLINT UNSIGNED NOT NULL,
    last_day           SMALLINT UNSIGNED NOT NULL,
    acknowledged_at    BIGINT            NULL,
    acknowledged_by    VARCHAR(64)       NULL,
    acknowledged_value BIGINT            NULL,
    reason             VARCHAR(300)      NULL,
    other_owner_id     INT UNSIGNED      NOT NULL DEFAULT 0,
    UNIQUE KEY economy_alarms_subject (kind, item_id, owner_id),
    KEY economy_alarms_acknowledged (acknowledged_at),
    CONSTRAINT economy_alarms_kind CHECK (kind IN ('supply', 'stack', 'wealth', 'copy'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
