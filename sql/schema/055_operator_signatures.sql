-- Signatures of operators: a login of the database alone makes no operator, session or factor. Times are seconds since 1970.

-- One row for each change of an operator's row, authenticator secret, passkeys and recovery codes, their uses included. It
-- holds while it is the newest one (the highest `revision`) whose signature is right. `state`: SHA-256 of what was signed.
-- `signature`: `<key id>:<MAC>`, under a key derived from security.data_keys. Append-only: the site's user has SELECT and
-- INSERT.
CREATE TABLE IF NOT EXISTS operator_signatures (
    id        BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    operator  VARCHAR(32)  NOT NULL,
    revision  BIGINT       NOT NULL,
    state     CHAR(64)     NOT NULL,
    signature VARCHAR(128) NOT NULL,
    at        BIGINT       NOT NULL,
    KEY operator_signatures_operator (operator, revision)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- The signature of a session's columns and of the operator's password. `hash` is a keyed hash of the cookie from now on;
-- earlier sessions end.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'operator_sessions' AND column_name = 'signature');
SET @change = IF(@missing, 'ALTER TABLE operator_sessions ADD COLUMN signature VARCHAR(128) NOT NULL DEFAULT ''''', 'DO 0');
PREPARE change_sessions FROM @change;
EXECUTE change_sessions;
DEALLOCATE PREPARE change_sessions;
