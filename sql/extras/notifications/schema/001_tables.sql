-- News of the world for other sites and calendars. Times are seconds since 1970.
--
-- A receiver in a channel, such as a Discord webhook. `target`: its public id, never its address. `since`: only events
-- after it are sent. `message_id`: the message that is edited in place; an empty text while it is being posted, and for
-- ever if the outcome is unknown. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS notification_targets (
    channel    VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    target     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    since      BIGINT      NOT NULL,
    is_gone    TINYINT     NOT NULL DEFAULT 0,
    message_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
    PRIMARY KEY (channel, target)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- The outbox over `world_events`. A job claims a row and then sends it, so that it is sent at most once: a row that stays
-- `claimed` has an unknown outcome and is not repeated. The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS notifications (
    id         BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    channel    VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    target     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    event_id   BIGINT      NOT NULL,
    created_at BIGINT      NOT NULL,
    state      VARCHAR(8)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'waiting',
    due_at     BIGINT      NOT NULL,
    UNIQUE KEY notifications_once (event_id, channel, target),
    KEY notifications_state (channel, state, due_at),
    KEY notifications_created (created_at),
    CONSTRAINT notifications_state CHECK (state IN ('waiting', 'claimed', 'sent', 'refused'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- What the calendar shows. `first_at`: the start as it was first known, which with kind and subject names the entry for
-- ever. `sequence` rises with each change (RFC 5545). An entry that has begun does not change any more.
-- The site's user: SELECT, INSERT, UPDATE, DELETE.
CREATE TABLE IF NOT EXISTS calendar_entries (
    kind         VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject_id   BIGINT      NOT NULL,
    first_at     BIGINT      NOT NULL,
    starts_at    BIGINT      NOT NULL,
    ends_at      BIGINT      NOT NULL,
    sequence     INT         NOT NULL DEFAULT 0,
    is_cancelled TINYINT     NOT NULL DEFAULT 0,
    changed_at   BIGINT      NOT NULL,
    PRIMARY KEY (kind, subject_id, first_at),
    KEY calendar_entries_ends_at (ends_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
