-- Versions of content files, and the content that each process shows. Times are seconds since 1970.

-- A row for each state of a file that the administration made or replaced, so the newest row before a save is the file's
-- former version. `hash`: SHA-256 in hexadecimal digits; empty: the file was deleted. `body`: NULL for a picture and a
-- deleted file. `operator` NULL: the file was changed in the folder itself. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS content_versions (
    id       BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    path     VARCHAR(120) NOT NULL,
    hash     VARCHAR(64)  NOT NULL,
    size     INT UNSIGNED NOT NULL,
    body     MEDIUMTEXT   NULL,
    operator VARCHAR(64)  NULL,
    reason   VARCHAR(300) NOT NULL,
    at       BIGINT       NOT NULL,
    KEY content_versions_path (path, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per running process (`<host>:<pid>`), renewed while it runs. `version`: hash of the content that it shows.
-- The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS content_processes (
    process     VARCHAR(80) NOT NULL PRIMARY KEY,
    version     CHAR(16)    NOT NULL,
    reported_at BIGINT      NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Text of a notice in other languages: a JSON object by language; NULL: none.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'site_controls' AND column_name = 'texts');
SET @change = IF(@missing, 'ALTER TABLE site_controls ADD COLUMN texts TEXT NULL', 'DO 0');
PREPARE change_controls FROM @change;
EXECUTE change_controls;
DEALLOCATE PREPARE change_controls;
