-- What happens in the world of the game. Times are seconds since 1970.

-- One row per event. `subject_id` and `object_id` are ids of the game, by kind: a boss, a castle, a clan, a character; 0
-- where the kind has none. `details`: JSON with ids, never names. `accuracy_seconds`: the event lies between `at` and so
-- many seconds later or earlier. `public_at`: nothing public names the event before. `id` is random, so that the order of
-- events of one day tells nothing. The site's user: SELECT, INSERT, UPDATE of the details.
CREATE TABLE IF NOT EXISTS world_events (
    id               BIGINT      NOT NULL PRIMARY KEY,
    kind             VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject_id       BIGINT      NOT NULL,
    object_id        BIGINT      NOT NULL DEFAULT 0,
    at               BIGINT      NOT NULL,
    public_at        BIGINT      NOT NULL,
    accuracy_seconds INT         NOT NULL,
    details          TEXT        NOT NULL,
    UNIQUE KEY world_events_once (kind, subject_id, object_id, at),
    KEY world_events_at (at, id),
    KEY world_events_kind (kind, at, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- The last reading of the game's small tables, in parts: every process answers from it, and the next reading is compared
-- with it, also after a restart. `data`: a compressed MessagePack document. A part is written when it has changed. The
-- site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS world_readings (
    part    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    version BIGINT      NOT NULL,
    data    MEDIUMBLOB  NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
