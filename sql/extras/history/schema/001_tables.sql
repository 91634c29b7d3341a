-- One row a day for each character of an account that has logged in here.
CREATE TABLE IF NOT EXISTS character_samples (
    day          DATE        NOT NULL,
    character_id BIGINT      NOT NULL,
    account      VARCHAR(45) NOT NULL,
    level        SMALLINT    NOT NULL,
    exp          BIGINT      NOT NULL,
    pvp_kills    INT         NOT NULL,
    pk_kills     INT         NOT NULL,
    PRIMARY KEY (day, character_id),
    KEY character_samples_account (account, day)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- History of characters and clans, derived from snapshots. `day`: days since 1970 in the site's time zone. Other times are
-- seconds since 1970. Characters that are not ranked (staff, banned) are never written.
--
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

-- The name of each clan with ranked members, as it was last seen at the close of a day: for clans that are no more.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS clan_names (
    clan_id INT UNSIGNED NOT NULL PRIMARY KEY,
    name    VARCHAR(64)  NOT NULL,
    KEY clan_names_name (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

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

-- What happens in the world of the game. Times are seconds since 1970.
--
-- One row per event. `subject_id` and `object_id` are ids of the game, by kind: a boss, a castle, a clan, a character; 0
-- where the kind has none. `details`: JSON with ids, never names. `accuracy_seconds`: the event lies between `at` and so
-- many seconds later or earlier. `public_at`: nothing public names the event before. `id` is random, so that the order of
-- events of one day tells nothing. The site's user: SELECT, INSERT, UPDATE of the details.
--
-- `season`: the one in which the event was stored; ids of its subject and object are those of that season.
-- The site's user: UPDATE of the season, which a step back needs.
CREATE TABLE IF NOT EXISTS world_events (
    id               BIGINT            NOT NULL PRIMARY KEY,
    kind             VARCHAR(32)       CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject_id       BIGINT            NOT NULL,
    object_id        BIGINT            NOT NULL DEFAULT 0,
    at               BIGINT            NOT NULL,
    public_at        BIGINT            NOT NULL,
    accuracy_seconds INT               NOT NULL,
    details          TEXT              NOT NULL,
    season           SMALLINT UNSIGNED NOT NULL DEFAULT 1,
    KEY world_events_at (at, id),
    KEY world_events_kind (kind, at, id),
    UNIQUE KEY world_events_once (kind, subject_id, object_id, at, season)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Seasons of the game's world. The command `gateway season` starts one; nothing else does. Times are seconds since 1970.
--
-- `name` NULL: the time before the first command. The current season has the highest number.
-- The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS seasons (
    number     SMALLINT UNSIGNED NOT NULL PRIMARY KEY,
    name       VARCHAR(64)       NULL,
    started_at BIGINT            NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

INSERT IGNORE INTO seasons (number, name, started_at) VALUES (1, NULL, 0);

-- Names of clans as a season left them: the game uses their ids again. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS former_clans (
    season  SMALLINT UNSIGNED NOT NULL,
    clan_id INT UNSIGNED      NOT NULL,
    name    VARCHAR(64)       NOT NULL,
    PRIMARY KEY (season, clan_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
