-- Connects of the probe to the ports of the game and login servers, so that processes, hosts and commands together keep
-- the distance that some servers demand. `server`: 'game' or 'login'. `connected_at`: start of the last connect;
-- `answered_at`: time of `outcome`, its result: 'open', 'refused' (accepted and closed at once), 'closed' (nothing
-- listens), 'silent'. `refused_at`: last connect that was refused. Milliseconds since 1970; 0: never.
-- The site's user: SELECT, UPDATE.
CREATE TABLE IF NOT EXISTS probe_connects (
    server       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    connected_at BIGINT NOT NULL DEFAULT 0,
    answered_at  BIGINT NOT NULL DEFAULT 0,
    outcome      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
    refused_at   BIGINT NOT NULL DEFAULT 0
) ENGINE = InnoDB;

INSERT IGNORE INTO probe_connects (server) VALUES ('game'), ('login');

-- `socket`: inode of the game's listening socket, NULL where it is not visible. Another one is another run.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'game_runs' AND column_name = 'socket');
SET @change = IF(@missing, 'ALTER TABLE game_runs ADD COLUMN socket BIGINT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- The last run before this release, from the samples by the minute: from the first success after the last failure.
INSERT IGNORE INTO game_runs (began_at, last_answer_at, ended_at)
SELECT began_at, last_answer_at, ended_at
FROM (
    SELECT (SELECT MIN(successes.at)
            FROM status_samples AS successes
            WHERE successes.online = 1 AND successes.at > COALESCE((
                SELECT MAX(failures.at)
                FROM status_samples AS failures
                WHERE failures.online = 0 AND failures.at < last_success.at
            ), 0)) AS began_at,
           last_success.at AS last_answer_at,
           (SELECT MIN(failures.at)
            FROM status_samples AS failures
            WHERE failures.online = 0 AND failures.at > last_success.at) AS ended_at
    FROM (SELECT MAX(at) AS at FROM status_samples WHERE online = 1) AS last_success
    WHERE last_success.at IS NOT NULL
) AS last_run
WHERE NOT EXISTS (SELECT 1 FROM game_runs);
