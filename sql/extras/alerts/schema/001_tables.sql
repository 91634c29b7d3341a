-- Alerts to operators: states of the rules, history, and the outbox of messages. Times are seconds since 1970.
--
-- State of each rule. `pending_since`: since when the value asks for the other state. `sent_at`: of the last message that
-- the rule is raised; `sent_value`: its value, NULL after the message that the rule is cleared. `value` NULL: unknown.
-- The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS alert_states (
    rule          VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    is_raised     TINYINT NOT NULL,
    changed_at    BIGINT  NOT NULL,
    pending_since BIGINT  NULL,
    sent_at       BIGINT  NOT NULL,
    sent_value    DOUBLE  NULL,
    value         DOUBLE  NULL,
    evaluated_at  BIGINT  NOT NULL
) ENGINE = InnoDB;

-- Raised alerts. `value`: when it was raised. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS alerts (
    id         BIGINT     NOT NULL AUTO_INCREMENT PRIMARY KEY,
    rule       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    raised_at  BIGINT     NOT NULL,
    cleared_at BIGINT     NULL,
    value      DOUBLE     NOT NULL,
    KEY alerts_rule (rule, raised_at),
    KEY alerts_raised (raised_at)
) ENGINE = InnoDB;

-- The outbox. `channel`: kind and public id, never an address. `rule` is empty for a test. A job claims a row and then
-- sends it, so that it is sent at most once: a row that stays `claimed` has an unknown outcome and is not repeated.
-- The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS alert_messages (
    id         BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    channel    VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    rule       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    event      VARCHAR(8)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    value      DOUBLE      NOT NULL,
    created_at BIGINT      NOT NULL,
    due_at     BIGINT      NOT NULL,
    state      VARCHAR(8)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'waiting',
    UNIQUE KEY alert_messages_once (channel, rule, event, created_at),
    KEY alert_messages_state (state, due_at),
    KEY alert_messages_created (created_at),
    CONSTRAINT alert_messages_event CHECK (event IN ('raised', 'grown', 'cleared', 'test')),
    CONSTRAINT alert_messages_state CHECK (state IN ('waiting', 'claimed', 'sent', 'refused', 'gone'))
) ENGINE = InnoDB;
