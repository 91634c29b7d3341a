-- One row a minute: was the game there, and how many played.
-- Times are seconds since 1970.
--
-- `planned`: an operator's notice was in force. `traders`: offline shops; NULL where the game does not mark them. `hash`:
-- SHA-256 over the hash before and this row; NULL for rows of earlier releases, which are not in the chain.
CREATE TABLE IF NOT EXISTS status_samples (
    at             BIGINT     NOT NULL PRIMARY KEY,
    online         TINYINT(1) NOT NULL,
    online_players INT        NOT NULL,
    planned        TINYINT(1) NOT NULL DEFAULT 0,
    traders        INT        NULL,
    hash           CHAR(64)   CHARACTER SET ascii COLLATE ascii_bin NULL
) ENGINE = InnoDB;

-- Runs of the game server, as the probe of its port sees them. One row is one uninterrupted run. `began_at`: its first
-- answer; `last_answer_at`: its last one, written at most every 10 s and at the end; `ended_at`: the first probe that found
-- the game stopped or restarted, NULL while it runs. The stop lies between the two. Rows stay: about one a day.
-- Times are seconds since 1970. The site's user: SELECT, INSERT, UPDATE.
--
-- `socket`: inode of the game's listening socket, NULL where it is not visible. Another one is another run.
CREATE TABLE IF NOT EXISTS game_runs (
    began_at       BIGINT NOT NULL PRIMARY KEY,
    last_answer_at BIGINT NOT NULL,
    ended_at       BIGINT NULL,
    socket         BIGINT NULL
) ENGINE = InnoDB;

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
