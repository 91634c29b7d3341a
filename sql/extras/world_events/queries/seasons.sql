-- Seasons of the world, in the site schema.

-- name: all()
SELECT
    number, name, started_at,
    (SELECT next.started_at FROM seasons AS next WHERE next.number = seasons.number + 1) AS ended_at
FROM seasons ORDER BY number

-- name: lock()
SELECT number, name, started_at, NULL AS ended_at FROM seasons ORDER BY number DESC LIMIT 1 FOR UPDATE

-- name: begin(number, name, at)
INSERT INTO seasons (number, name, started_at) VALUES (:number, :name, :at)

-- name: remove(number)
DELETE FROM seasons WHERE number = :number

-- name: keep_clan_names(season)
-- A name that was kept before is the older one.
INSERT IGNORE INTO former_clans (season, clan_id, name) SELECT :season, clan_id, name FROM clan_names

-- name: keep_former_names(rows)
-- An id with another name is another clan, which came after a wipe and before the command.
INSERT IGNORE INTO former_clans (season, clan_id, name)
SELECT (SELECT MAX(number) FROM seasons), former.clan_id, former.name
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    clan_id BIGINT PATH '$[0]',
    name VARCHAR(64) PATH '$[1]'
)) AS seen
JOIN clan_names AS former ON former.clan_id = seen.clan_id
WHERE former.name <> CONVERT(seen.name USING utf8mb4) COLLATE utf8mb4_bin

-- name: firsts(season)
SELECT COUNT(*) AS count FROM world_events WHERE kind = 'world_first' AND season = :season

-- name: former_clans(season, ids)
SELECT clan_id, name FROM former_clans WHERE season = :season AND clan_id IN :ids

-- name: move_events(season, previous, kinds)
-- An event that the season before has too stays where it is.
UPDATE IGNORE world_events SET season = :previous WHERE kind IN :kinds AND season = :season

-- name: former_characters(ids, before)
-- The history that each id had at a moment: name, account and last recorded values.
SELECT
    begun.character_id, begun.account,
    (
        SELECT named.value FROM character_changes AS named
        WHERE
            named.character_id = begun.character_id AND named.kind = 'name' AND named.day >= begun.first_day
            AND named.day < COALESCE(begun.next_day, 65535)
        ORDER BY named.day DESC LIMIT 1
    ) AS name,
    CAST(COALESCE(closed.level, begun.level) AS SIGNED) AS level,
    CAST(COALESCE(closed.class_id, begun.class_id) AS SIGNED) AS class_id
FROM (
    SELECT
        history.character_id, history.first_day, history.account, history.level, history.class_id,
        (
            SELECT MIN(next.first_day) FROM character_histories AS next
            WHERE next.character_id = history.character_id AND next.first_day > history.first_day
        ) AS next_day
    FROM character_histories AS history
    WHERE
        history.character_id IN :ids AND history.first_day = (
            SELECT MAX(last.first_day) FROM character_histories AS last
            WHERE last.character_id = history.character_id AND last.first_seen_at < :before
        )
) AS begun
LEFT JOIN character_days AS closed
    ON closed.character_id = begun.character_id
    AND closed.day = (
        SELECT MAX(until.day) FROM character_days AS until
        WHERE
            until.character_id = begun.character_id AND until.day >= begun.first_day
            AND until.day < COALESCE(begun.next_day, 65535)
    )
