-- Runs of the game server, as the probe of its port sees them. One row is one uninterrupted run. `began_at`: its first
-- answer; `last_answer_at`: its last one, written at most every 15 s and at the end; `ended_at`: the first probe that found
-- the game stopped or restarted, NULL while it runs. The stop lies between the two. Rows stay: about one a day.
-- Times are seconds since 1970. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS game_runs (
    began_at       BIGINT NOT NULL PRIMARY KEY,
    last_answer_at BIGINT NOT NULL,
    ended_at       BIGINT NULL
) ENGINE = InnoDB;
