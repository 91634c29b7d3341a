-- What operators change on a running site, and the log of it. Times are seconds since 1970.
--
-- Who changed what by which command, and why. `subject` names the changed thing: an account, `payment:<id>`,
-- `delivery:<id>`, `adjust:<key>`, `switch:<feature>` or `notice`. Append-only: the site's user has SELECT and INSERT.
--
-- `via`: a command or the administration. `outcome`: done or refused. `old_values`, `new_values`: the changed columns as
-- JSON, where the command records them.
CREATE TABLE IF NOT EXISTS operator_log (
    id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    at         BIGINT       NOT NULL,
    operator   VARCHAR(64)  NOT NULL,
    command    VARCHAR(64)  NOT NULL,
    subject    VARCHAR(64)  NOT NULL,
    reason     VARCHAR(300) NOT NULL,
    via        VARCHAR(8)   NOT NULL DEFAULT 'command',
    outcome    VARCHAR(8)   NOT NULL DEFAULT 'done',
    address    VARCHAR(45)  NULL,
    old_values TEXT         NULL,
    new_values TEXT         NULL,
    KEY operator_log_subject (subject),
    KEY operator_log_operator (operator, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- What holds now: a feature that is switched off (`name`: donations, deliveries, roulette, registration), a notice on
-- every page (`name`: its text), an account that is blocked on the site (`name`: its login). Every process reads all
-- rows every two seconds. A row without `until` holds until an operator removes it. The site's user: SELECT, INSERT,
-- UPDATE, DELETE.
--
-- `mute`: the rule `name` sends no messages. `texts`: a notice in other languages, as a JSON object by language; NULL: none.
CREATE TABLE IF NOT EXISTS site_controls (
    kind       VARCHAR(8)   NOT NULL,
    name       VARCHAR(300) NOT NULL,
    starts_at  BIGINT       NOT NULL,
    until      BIGINT       NULL,
    operator   VARCHAR(64)  NOT NULL,
    reason     VARCHAR(300) NOT NULL,
    changed_at BIGINT       NOT NULL,
    texts      TEXT         NULL,
    PRIMARY KEY (kind, name),
    CONSTRAINT site_controls_until CHECK (until IS NULL OR until > starts_at),
    CONSTRAINT site_controls_kind CHECK (kind IN ('switch', 'notice', 'block', 'mute'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Coins that operators make by campaigns of codes and by adjustments. `is_held` 1: they are above the operator's daily sum
-- and wait for another operator; `is_released` then says what was decided. A held campaign gives nothing; a held adjustment
-- is posted under `post_key` when it is released. `log_id`: the row of `operator_log` with the account of a held adjustment.
-- The site's user: SELECT, INSERT, UPDATE of `decided_by`, `decided_at` and `is_released`.
CREATE TABLE IF NOT EXISTS coin_grants (
    id          INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    operator    VARCHAR(32)  NOT NULL,
    coins       BIGINT       NOT NULL,
    campaign_id INT UNSIGNED NULL,
    log_id      BIGINT       NULL,
    post_key    VARCHAR(48)  NULL,
    created_at  BIGINT       NOT NULL,
    is_held     TINYINT      NOT NULL,
    decided_by  VARCHAR(32)  NULL,
    decided_at  BIGINT       NULL,
    is_released TINYINT      NULL,
    UNIQUE KEY coin_grants_campaign (campaign_id),
    KEY coin_grants_operator (operator, created_at),
    KEY coin_grants_decided (decided_at),
    CONSTRAINT coin_grants_coins CHECK (coins > 0),
    CONSTRAINT coin_grants_decision CHECK ((decided_at IS NULL) = (decided_by IS NULL)
                                           AND (decided_at IS NULL) = (is_released IS NULL))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
