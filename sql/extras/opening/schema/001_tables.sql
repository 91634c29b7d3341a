-- Opening days of the game. Times are seconds since 1970.
--
-- The newest row counts; earlier ones have happened. `is_registration_open`: accounts can be made before the game is open.
-- `message`: a line of the operator below the countdown; `texts`: the same by language, as JSON. `sequence`: changes since
-- the row was made. `opened_at`: when the game answered after `opens_at`; NULL: it is closed. The site's user: SELECT, INSERT,
-- UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS openings (
    id                   INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    opens_at             BIGINT       NOT NULL,
    is_registration_open TINYINT      NOT NULL,
    message              VARCHAR(300) NOT NULL,
    texts                TEXT         NULL,
    sequence             INT UNSIGNED NOT NULL,
    changed_at           BIGINT       NOT NULL,
    opened_at            BIGINT       NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
