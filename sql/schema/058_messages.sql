-- The outbox: messages to players, to operators and to sites outside. Times are seconds since 1970.

-- `channel`: by whose rules a message is sent. `receiver`: the address of a mail in lower case, the public id of a webhook or
-- of a channel of alerts, or the id of a push subscription. `login`: the account that the message belongs to; empty where it
-- belongs to none, and for a recovery, which concerns every account of the address. `message_key`: a receiver gets one
-- message of it; NULL: each is sent. `content`: JSON from which the channel writes the message, without names, addresses
-- and secrets. A message is not sent after `expires_at`, and its row goes after `kept_until`. A job claims a row and then
-- sends it, so that it is sent at most once: a row that stays `claimed` has an unknown outcome and is not repeated.
-- `gone`: there is no such receiver any more. The site's user: SELECT, INSERT, DELETE, UPDATE of `state`, `due_at`,
-- `attempts` and `claimed_at`.
CREATE TABLE IF NOT EXISTS messages (
    id          BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    channel     VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    receiver    VARCHAR(254) NOT NULL,
    kind        VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    login       VARCHAR(45)  NOT NULL DEFAULT '',
    message_key VARCHAR(96)  CHARACTER SET ascii COLLATE ascii_bin NULL,
    content     TEXT         NOT NULL,
    created_at  BIGINT       NOT NULL,
    due_at      BIGINT       NOT NULL,
    expires_at  BIGINT       NOT NULL,
    kept_until  BIGINT       NOT NULL,
    state       VARCHAR(8)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'waiting',
    attempts    INT          NOT NULL DEFAULT 0,
    claimed_at  BIGINT       NULL,
    UNIQUE KEY messages_once (channel, receiver, message_key),
    KEY messages_due (channel, state, due_at),
    KEY messages_receiver (receiver, kind, claimed_at),
    KEY messages_login (login),
    KEY messages_kept_until (kept_until),
    CONSTRAINT messages_state CHECK (state IN ('waiting', 'claimed', 'sent', 'refused', 'gone'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
