-- What operators change on a running site, and the log of it. Times are seconds since 1970.

-- What holds now: a feature that is switched off (`name`: donations, deliveries, roulette, registration), a notice on
-- every page (`name`: its text), an account that is blocked on the site (`name`: its login). Every process reads all
-- rows every two seconds. A row without `until` holds until an operator removes it. The site's user: SELECT, INSERT,
-- UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS site_controls (
    kind       VARCHAR(8)   NOT NULL,
    name       VARCHAR(300) NOT NULL,
    starts_at  BIGINT       NOT NULL,
    until      BIGINT       NULL,
    operator   VARCHAR(64)  NOT NULL,
    reason     VARCHAR(300) NOT NULL,
    changed_at BIGINT       NOT NULL,
    PRIMARY KEY (kind, name),
    CONSTRAINT site_controls_kind CHECK (kind IN ('switch', 'notice', 'block')),
    CONSTRAINT site_controls_until CHECK (until IS NULL OR until > starts_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Who changed what by which command, and why. `subject` names the changed thing: an account, `payment:<id>`,
-- `delivery:<id>`, `adjust:<key>`, `switch:<feature>` or `notice`. Append-only: the site's user has SELECT and INSERT.
CREATE TABLE IF NOT EXISTS operator_log (
    id       BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    at       BIGINT       NOT NULL,
    operator VARCHAR(64)  NOT NULL,
    command  VARCHAR(64)  NOT NULL,
    subject  VARCHAR(64)  NOT NULL,
    reason   VARCHAR(300) NOT NULL,
    KEY operator_log_subject (subject)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
