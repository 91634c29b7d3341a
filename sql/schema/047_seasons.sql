-- Seasons of the game's world. The command `gateway season` starts one; nothing else does. Times are seconds since 1970.

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

-- `season`: the one in which the event was stored; ids of its subject and object are those of that season.
-- The site's user: UPDATE of the season, which a step back needs.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'world_events' AND column_name = 'season');
SET @change = IF(@missing, 'ALTER TABLE world_events ADD COLUMN season SMALLINT UNSIGNED NOT NULL DEFAULT 1', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- One statement: the table always has a unique key.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.statistics
                WHERE table_schema = DATABASE() AND table_name = 'world_events' AND column_name = 'season');
SET @change = IF(@missing, 'ALTER TABLE world_events DROP KEY world_events_once, ADD UNIQUE KEY world_events_once (kind, subject_id, object_id, at, season)', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
