-- Tickets: questions of players, with answers and notes of operators. Times are seconds since 1970.
--
-- `topic`: a question that the administration's answer knows (`paid`, `sign_in`, `item`, `spin`), or `other`. `title`: the
-- player's. `donation_id`: of the donation that it is about; NULL: none. `state`: `open`: an operator has to answer;
-- `answered`: the player has the last word from an operator; `waiting`: an operator waits for someone else; `closed`.
-- `changed_at`: of the last message or state. `waiting_since`: the first message of the player that is not answered.
-- The site's user: SELECT, INSERT, DELETE, UPDATE of `topic`, `state`, `changed_at`, `waiting_since`, `closed_at`.
CREATE TABLE IF NOT EXISTS tickets (
    id            INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account       VARCHAR(45)  NOT NULL,
    topic         VARCHAR(8)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    title         VARCHAR(100) NOT NULL,
    donation_id   CHAR(36)     CHARACTER SET ascii COLLATE ascii_bin NULL,
    state         VARCHAR(8)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at    BIGINT       NOT NULL,
    changed_at    BIGINT       NOT NULL,
    waiting_since BIGINT       NULL,
    closed_at     BIGINT       NULL,
    KEY tickets_account (account),
    KEY tickets_state (state, waiting_since),
    KEY tickets_changed (state, changed_at),
    CONSTRAINT tickets_topic CHECK (topic IN ('paid', 'sign_in', 'item', 'spin', 'other')),
    CONSTRAINT tickets_state CHECK (state IN ('open', 'answered', 'waiting', 'closed'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- `author`: `player`, `operator`, or `note` for a note of an operator, which no player sees. `operator`: its name; empty for
-- a player. `message_key`: of the request that wrote it, so that a repeated request adds no other.
-- The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS ticket_messages (
    id          INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ticket_id   INT UNSIGNED NOT NULL,
    author      VARCHAR(8)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    operator    VARCHAR(64)  NOT NULL DEFAULT '',
    text        TEXT         NOT NULL,
    at          BIGINT       NOT NULL,
    message_key CHAR(36)     CHARACTER SET ascii COLLATE ascii_bin NULL,
    UNIQUE KEY ticket_messages_once (message_key),
    KEY ticket_messages_ticket (ticket_id, id),
    CONSTRAINT ticket_messages_author CHECK (author IN ('player', 'operator', 'note')),
    CONSTRAINT ticket_messages_of FOREIGN KEY (ticket_id) REFERENCES tickets (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- `data`: WebP as this service has encoded it, without metadata. `size`: its bytes. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS ticket_pictures (
    id        INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ticket_id INT UNSIGNED NOT NULL,
    at        BIGINT       NOT NULL,
    size      INT UNSIGNED NOT NULL,
    data      MEDIUMBLOB   NOT NULL,
    KEY ticket_pictures_ticket (ticket_id),
    CONSTRAINT ticket_pictures_of FOREIGN KEY (ticket_id) REFERENCES tickets (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
