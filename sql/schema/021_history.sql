-- History of characters and clans, derived from snapshots. `day`: days since 1970 in the site's time zone. Other times are
-- seconds since 1970. Characters that are not ranked (staff, banned) are never written.

-- One row per history. The game reuses object ids: a history belongs to the character id, the account and the first day.
-- The values are those at first sight: gains count from there. `account`: keyed hash of the login (`history_state`).
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS character_histories (
    character_id  INT UNSIGNED      NOT NULL,
    first_day     SMALLINT UNSIGNED NOT NULL,
    account       BIGINT UNSIGNED   NOT NULL,
    first_seen_at BIGINT            NOT NULL,
    level         TINYINT UNSIGNED  NOT NULL,
    class_id      TINYINT UNSIGNED  NOT NULL,
    exp           BIGINT            NOT NULL,
    pvp_kills     INT UNSIGNED      NOT NULL,
    pk_kills      INT UNSIGNED      NOT NULL,
    playtime      INT UNSIGNED      NOT NULL,
    noble         TINYINT           NOT NULL,
    PRIMARY KEY (character_id, first_day)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- The current history of each character with the values last published; `playtime` in seconds. `changed_day`: the last day
-- on which they changed. `gone_day`: the day on which the character left the rankings (deleted, banned); NULL: present.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS character_now (
    character_id INT UNSIGNED      NOT NULL PRIMARY KEY,
    first_day    SMALLINT UNSIGNED NOT NULL,
    changed_day  SMALLINT UNSIGNED NOT NULL,
    gone_day     SMALLINT UNSIGNED NULL,
    account      BIGINT UNSIGNED   NOT NULL,
    name         VARCHAR(64)       NOT NULL,
    clan_id      INT UNSIGNED      NOT NULL,
    level        TINYINT UNSIGNED  NOT NULL,
    class_id     TINYINT UNSIGNED  NOT NULL,
    exp          BIGINT            NOT NULL,
    pvp_kills    INT UNSIGNED      NOT NULL,
    pk_kills     INT UNSIGNED      NOT NULL,
    playtime     INT UNSIGNED      NOT NULL,
    noble        TINYINT           NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per character and day on which its values changed: the values at the close of the day. `playtime` in minutes.
-- Compressed: rows of one day are inserted between those of other days, which leaves plain pages 60 % full, at 78 bytes a
-- row instead of 40. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS character_days (
    character_id INT UNSIGNED       NOT NULL,
    day          SMALLINT UNSIGNED  NOT NULL,
    level        TINYINT UNSIGNED   NOT NULL,
    class_id     TINYINT UNSIGNED   NOT NULL,
    exp          BIGINT             NOT NULL,
    pvp_kills    INT UNSIGNED       NOT NULL,
    pk_kills     MEDIUMINT UNSIGNED NOT NULL,
    playtime     MEDIUMINT UNSIGNED NOT NULL,
    PRIMARY KEY (character_id, day)
) ENGINE = InnoDB ROW_FORMAT = COMPRESSED KEY_BLOCK_SIZE = 8;

-- Name and clan of a character from a day on; the first rows are those at first sight. `value`: a name, or the id of a
-- clan (0: none). The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS character_changes (
    character_id INT UNSIGNED      NOT NULL,
    day          SMALLINT UNSIGNED NOT NULL,
    kind         ENUM('name', 'clan') NOT NULL,
    value        VARCHAR(64)       NOT NULL,
    PRIMARY KEY (character_id, day, kind)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Sums of a clan's members at the close of a day on which they changed. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS clan_days (
    clan_id    INT UNSIGNED      NOT NULL,
    day        SMALLINT UNSIGNED NOT NULL,
    level      TINYINT UNSIGNED  NOT NULL,
    reputation INT               NOT NULL,
    members    SMALLINT UNSIGNED NOT NULL,
    levels     INT UNSIGNED      NOT NULL,
    pvp_kills  BIGINT            NOT NULL,
    pk_kills   BIGINT            NOT NULL,
    PRIMARY KEY (clan_id, day)
) ENGINE = InnoDB;

-- The moment at which a character (or a clan: kinds `clan_level_…`) was first seen past a milestone; it was passed in the
-- `accuracy_seconds` before. What was passed at first sight has no row. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS milestones (
    subject_id       INT UNSIGNED      NOT NULL,
    first_day        SMALLINT UNSIGNED NOT NULL,
    kind             VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    at               BIGINT            NOT NULL,
    accuracy_seconds INT               NOT NULL,
    PRIMARY KEY (subject_id, first_day, kind)
) ENGINE = InnoDB;

-- Highest gain of a character in a day, a week (7 days) or a month (30 days), of days that were thinned out.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS records (
    character_id INT UNSIGNED      NOT NULL,
    first_day    SMALLINT UNSIGNED NOT NULL,
    metric       ENUM('pvp', 'pk', 'exp', 'level', 'playtime') NOT NULL,
    period       ENUM('day', 'week', 'month') NOT NULL,
    value        BIGINT            NOT NULL,
    day          SMALLINT UNSIGNED NOT NULL,
    PRIMARY KEY (character_id, first_day, metric, period)
) ENGINE = InnoDB;

-- One row per recorded day. `is_late`: the first snapshot after midnight came late, so values of the next day are in it.
-- `is_complete`: all rows of the day are in `character_days`. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS history_days (
    day         SMALLINT UNSIGNED NOT NULL PRIMARY KEY,
    taken_at    BIGINT            NOT NULL,
    is_late     TINYINT           NOT NULL,
    is_complete TINYINT           NOT NULL
) ENGINE = InnoDB;

-- `account_key`: key of the hashes of logins. `gains`: the boards of gains as last published. `at`: time of the snapshot.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS history_state (
    name VARCHAR(24) NOT NULL PRIMARY KEY,
    at   BIGINT      NOT NULL,
    body MEDIUMTEXT  NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
