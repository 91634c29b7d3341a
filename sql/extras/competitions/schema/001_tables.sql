-- Competitions that operators open: who gains most of a metric in whole days of the site's time zone. `day`: days since
-- 1970. The boards are in `history_state`, under the name `competition:<id>`. Times are seconds since 1970.
--
-- Who may take part: characters with a level of the range and one of the classes (ids, separated by commas; empty: all)
-- at the beginning. `closed_at`: when an operator ended the competition without prizes; NULL: not.
-- The site's user: SELECT, INSERT, UPDATE of `closed_at`.
-- `entrants` is 'characters' or 'clans'. A clan has the sum of its members' gains.
-- `titles`: in other languages, a JSON object by language; NULL: none.
CREATE TABLE IF NOT EXISTS competitions (
    id         INT UNSIGNED      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    title      VARCHAR(80)       NOT NULL,
    metric     VARCHAR(8)        NOT NULL,
    first_day  SMALLINT UNSIGNED NOT NULL,
    last_day   SMALLINT UNSIGNED NOT NULL,
    min_level  TINYINT UNSIGNED  NOT NULL,
    max_level  TINYINT UNSIGNED  NOT NULL,
    classes    VARCHAR(400)      NOT NULL,
    created_at BIGINT            NOT NULL,
    closed_at  BIGINT            NULL,
    entrants   VARCHAR(10)       NOT NULL DEFAULT 'characters',
    titles     TEXT              NULL,
    CONSTRAINT competitions_metric CHECK (metric IN ('pvp', 'pk', 'exp', 'level', 'playtime')),
    CONSTRAINT competitions_days CHECK (last_day >= first_day),
    CONSTRAINT competitions_levels CHECK (max_level >= min_level)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- One row per place with a prize. `outcome`: `paid`, or why the place takes no prize; NULL: not settled yet. A settled row
-- is never changed. The site's user: SELECT, INSERT, UPDATE of the columns from `character_id` on.
CREATE TABLE IF NOT EXISTS competition_prizes (
    competition_id INT UNSIGNED     NOT NULL,
    place          TINYINT UNSIGNED NOT NULL,
    coins          BIGINT           NOT NULL,
    character_id   INT UNSIGNED     NULL,
    account        VARCHAR(45)      NULL,
    outcome        VARCHAR(8)       NULL,
    settled_at     BIGINT           NULL,
    PRIMARY KEY (competition_id, place),
    CONSTRAINT competition_prizes_coins CHECK (coins > 0),
    CONSTRAINT competition_prizes_paid CHECK (outcome IS NULL OR outcome <> 'paid' OR account IS NOT NULL),
    CONSTRAINT competition_prizes_settled CHECK ((outcome IS NULL) = (settled_at IS NULL)),
    CONSTRAINT competition_prizes_competition FOREIGN KEY (competition_id) REFERENCES competitions (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
