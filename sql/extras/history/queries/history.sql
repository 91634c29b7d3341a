-- History of characters and clans. `day`: days since 1970 in the site's time zone. Lists of characters are JSON arrays of
-- arrays, so that one statement writes a batch.

-- name: state(name)
SELECT at, body FROM history_state WHERE name = :name

-- name: scores(after)
-- Counts of PvP kills at the closes of weeks; `at` is the day.
SELECT at, body FROM history_state WHERE name LIKE 'pvp:%' AND at > :after ORDER BY at

-- name: published_at()
SELECT at FROM history_state WHERE name = 'gains'

-- name: expire_gains()
-- The leader then reads the tables again.
UPDATE history_state SET at = at - 1 WHERE name = 'gains'

-- name: set_state(name, at, body)
INSERT INTO history_state (name, at, body) VALUES (:name, :at, :body)
ON DUPLICATE KEY UPDATE at = VALUES(at), body = VALUES(body)

-- name: add_state(name, at, body)
-- Keeps a state that exists.
INSERT IGNORE INTO history_state (name, at, body) VALUES (:name, :at, :body)

-- name: tracked_characters(after, count)
SELECT
    now.character_id, now.account, now.name, now.clan_id, now.level, now.class_id, now.exp, now.pvp_kills, now.pk_kills,
    now.playtime, now.noble, begun.level AS first_level, begun.class_id AS first_class_id, begun.exp AS first_exp,
    begun.pvp_kills AS first_pvp_kills, begun.pk_kills AS first_pk_kills, begun.playtime AS first_playtime,
    begun.noble AS first_noble, now.first_day, now.changed_day, now.gone_day IS NOT NULL AS is_gone
FROM character_now AS now
JOIN character_histories AS begun ON begun.character_id = now.character_id AND begun.first_day = now.first_day
WHERE now.character_id > :after
ORDER BY now.character_id
LIMIT :count

-- name: begin_histories(seen_at, rows)
INSERT INTO character_histories (
    character_id, first_day, account, first_seen_at, level, class_id, exp, pvp_kills, pk_kills, playtime, noble
)
SELECT
    begun.character_id, begun.first_day, begun.account, :seen_at, begun.level, begun.class_id, begun.exp,
    begun.pvp_kills, begun.pk_kills, begun.playtime, begun.noble
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    character_id BIGINT PATH '$[0]',
    first_day INT PATH '$[1]',
    account BIGINT UNSIGNED PATH '$[3]',
    level INT PATH '$[6]',
    class_id INT PATH '$[7]',
    exp BIGINT PATH '$[8]',
    pvp_kills BIGINT PATH '$[9]',
    pk_kills BIGINT PATH '$[10]',
    playtime BIGINT PATH '$[11]',
    noble INT PATH '$[12]'
)) AS begun
ON DUPLICATE KEY UPDATE
    account = VALUES(account), first_seen_at = VALUES(first_seen_at), level = VALUES(level),
    class_id = VALUES(class_id), exp = VALUES(exp), pvp_kills = VALUES(pvp_kills), pk_kills = VALUES(pk_kills),
    playtime = VALUES(playtime), noble = VALUES(noble)

-- name: set_now(rows)
INSERT INTO character_now (
    character_id, first_day, changed_day, gone_day, account, name, clan_id, level, class_id, exp, pvp_kills, pk_kills,
    playtime, noble
)
SELECT
    seen.character_id, seen.first_day, seen.changed_day, NULL, seen.account, seen.name, seen.clan_id, seen.level,
    seen.class_id, seen.exp, seen.pvp_kills, seen.pk_kills, seen.playtime, seen.noble
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    character_id BIGINT PATH '$[0]',
    first_day INT PATH '$[1]',
    changed_day INT PATH '$[2]',
    account BIGINT UNSIGNED PATH '$[3]',
    name VARCHAR(64) PATH '$[4]',
    clan_id BIGINT PATH '$[5]',
    level INT PATH '$[6]',
    class_id INT PATH '$[7]',
    exp BIGINT PATH '$[8]',
    pvp_kills BIGINT PATH '$[9]',
    pk_kills BIGINT PATH '$[10]',
    playtime BIGINT PATH '$[11]',
    noble INT PATH '$[12]'
)) AS seen
ON DUPLICATE KEY UPDATE
    first_day = VALUES(first_day), changed_day = VALUES(changed_day), gone_day = NULL, account = VALUES(account),
    name = VALUES(name), clan_id = VALUES(clan_id), level = VALUES(level), class_id = VALUES(class_id),
    exp = VALUES(exp), pvp_kills = VALUES(pvp_kills), pk_kills = VALUES(pk_kills), playtime = VALUES(playtime),
    noble = VALUES(noble)

-- name: set_gone(day, ids)
UPDATE character_now SET gone_day = :day WHERE character_id IN :ids

-- name: add_changes(day, rows)
INSERT INTO character_changes (character_id, day, kind, value)
SELECT changed.character_id, :day, changed.kind, changed.value
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    character_id BIGINT PATH '$[0]',
    kind VARCHAR(4) PATH '$[1]',
    value VARCHAR(64) PATH '$[2]'
)) AS changed
ON DUPLICATE KEY UPDATE value = VALUES(value)

-- name: add_milestones(at, accuracy_seconds, rows)
-- A milestone that was passed before keeps its moment.
INSERT IGNORE INTO milestones (subject_id, first_day, kind, at, accuracy_seconds)
SELECT passed.subject_id, passed.first_day, passed.kind, :at, :accuracy_seconds
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    subject_id BIGINT PATH '$[0]',
    first_day INT PATH '$[1]',
    kind VARCHAR(24) PATH '$[2]'
)) AS passed

-- name: add_clan_days(day, rows)
INSERT INTO clan_days (clan_id, day, level, reputation, members, levels, pvp_kills, pk_kills)
SELECT
    clan.clan_id, :day, clan.level, clan.reputation, clan.members, clan.levels, clan.pvp_kills, clan.pk_kills
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    clan_id BIGINT PATH '$[0]',
    level INT PATH '$[1]',
    reputation INT PATH '$[2]',
    members INT PATH '$[3]',
    levels BIGINT PATH '$[4]',
    pvp_kills BIGINT PATH '$[5]',
    pk_kills BIGINT PATH '$[6]'
)) AS clan
ON DUPLICATE KEY UPDATE
    level = VALUES(level), reputation = VALUES(reputation), members = VALUES(members), levels = VALUES(levels),
    pvp_kills = VALUES(pvp_kills), pk_kills = VALUES(pk_kills)

-- name: set_clan_names(rows)
INSERT INTO clan_names (clan_id, name)
SELECT clan.clan_id, clan.name
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    clan_id BIGINT PATH '$[0]',
    name VARCHAR(64) PATH '$[1]'
)) AS clan
ON DUPLICATE KEY UPDATE name = VALUES(name)

-- name: sampled_accounts(after, count)
SELECT DISTINCT account FROM character_samples WHERE account > :after ORDER BY account LIMIT :count

-- name: samples(accounts, before)
-- Daily values of an earlier release, up to the day before `before`.
SELECT
    account, character_id, DATEDIFF(day, '1970-01-01') AS day, level, exp, pvp_kills, pk_kills
FROM character_samples
WHERE account IN :accounts AND DATEDIFF(day, '1970-01-01') < :before
ORDER BY character_id, day

-- name: add_days(rows)
INSERT IGNORE INTO character_days (character_id, day, level, class_id, exp, pvp_kills, pk_kills, playtime)
SELECT
    sample.character_id, sample.day, sample.level, sample.class_id, sample.exp, sample.pvp_kills, sample.pk_kills,
    sample.playtime
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    character_id BIGINT PATH '$[0]',
    day INT PATH '$[1]',
    class_id INT PATH '$[2]',
    level INT PATH '$[3]',
    exp BIGINT PATH '$[4]',
    pvp_kills BIGINT PATH '$[5]',
    pk_kills BIGINT PATH '$[6]',
    playtime BIGINT PATH '$[7]'
)) AS sample

-- name: begin_day(day, taken_at, is_late)
INSERT IGNORE INTO history_days (day, taken_at, is_late, is_complete) VALUES (:day, :taken_at, :is_late, 0)

-- name: copy_day(day, first_id, last_id)
-- Keeps rows of an earlier copy.
INSERT IGNORE INTO character_days (character_id, day, level, class_id, exp, pvp_kills, pk_kills, playtime)
SELECT
    now.character_id, now.changed_day, now.level, now.class_id, now.exp, now.pvp_kills, LEAST(now.pk_kills, 16777215),
    LEAST(now.playtime DIV 60, 16777215)
FROM character_now AS now
WHERE now.character_id BETWEEN :first_id AND :last_id AND now.changed_day = :day

-- name: complete_day(day)
UPDATE history_days SET is_complete = 1 WHERE day = :day

-- name: days()
SELECT day, taken_at, is_late, is_complete FROM history_days ORDER BY day

-- name: values_at(day, after, count)
-- Values at the close of a day: the last row up to it, or those at first sight. Play time in minutes.
SELECT
    now.character_id, now.first_day, COALESCE(now.gone_day, 65535) AS gone_day,
    COALESCE(closed.level, begun.level) AS level, COALESCE(closed.class_id, begun.class_id) AS class_id,
    COALESCE(closed.exp, begun.exp) AS exp, COALESCE(closed.pvp_kills, begun.pvp_kills) AS pvp_kills,
    COALESCE(closed.pk_kills, begun.pk_kills) AS pk_kills,
    CAST(COALESCE(closed.playtime, begun.playtime DIV 60) AS SIGNED) AS playtime
FROM character_now AS now
JOIN character_histories AS begun ON begun.character_id = now.character_id AND begun.first_day = now.first_day
LEFT JOIN character_days AS closed
    ON closed.character_id = now.character_id
    AND closed.day = (
        SELECT MAX(until.day)
        FROM character_days AS until
        WHERE until.character_id = now.character_id AND until.day BETWEEN now.first_day AND :day
    )
WHERE now.character_id > :after
ORDER BY now.character_id
LIMIT :count

-- name: character(character_id, now)
-- One row: lists as JSON, which the service reads faster than rows. `first`, `days` and `last`: values at first sight, under
-- the day before; at the closes of days; those of now. Play time in minutes. `events`: those of the world that are public.
SELECT
    now.account, now.first_day, begun.noble AS first_noble,
    COALESCE((SELECT state.at FROM history_state AS state WHERE state.name = 'thinned'), 0) AS kept_from,
    JSON_ARRAY(
        CAST(now.first_day AS SIGNED) - 1, begun.level, begun.class_id, begun.exp, begun.pvp_kills, begun.pk_kills,
        begun.playtime DIV 60
    ) AS first,
    (
        SELECT JSON_ARRAYAGG(JSON_ARRAY(
            closed.day, closed.level, closed.class_id, closed.exp, closed.pvp_kills, closed.pk_kills, closed.playtime
        ))
        FROM character_days AS closed
        WHERE closed.character_id = now.character_id AND closed.day >= now.first_day
    ) AS days,
    JSON_ARRAY(
        now.changed_day, now.level, now.class_id, now.exp, now.pvp_kills, now.pk_kills, now.playtime DIV 60
    ) AS last,
    (
        SELECT JSON_ARRAYAGG(JSON_ARRAY(passed.at, passed.kind, passed.accuracy_seconds))
        FROM milestones AS passed
        WHERE passed.subject_id = now.character_id AND passed.first_day = now.first_day
    ) AS milestones,
    (
        SELECT JSON_ARRAYAGG(JSON_ARRAY(changed.day, changed.kind, changed.value))
        FROM character_changes AS changed
        WHERE changed.character_id = now.character_id AND changed.day >= now.first_day
    ) AS changes,
    (
        SELECT JSON_ARRAYAGG(JSON_ARRAY(event.kind, event.at, event.accuracy_seconds, event.details))
        FROM world_events AS event
        WHERE
            event.kind IN ('hero', 'world_first') AND event.subject_id = now.character_id AND event.public_at <= :now
            AND event.at + event.accuracy_seconds >= begun.first_seen_at
    ) AS events,
    (SELECT recorded.value FROM installation AS recorded WHERE recorded.name = 'time_zone') AS time_zone
FROM character_now AS now
JOIN character_histories AS begun ON begun.character_id = now.character_id AND begun.first_day = now.first_day
WHERE now.character_id = :character_id

-- name: clan_days(clan_id)
SELECT FROM_DAYS(TO_DAYS('1970-01-01') + day) AS day, level, reputation, members, levels, pvp_kills, pk_kills
FROM clan_days
WHERE clan_id = :clan_id
ORDER BY clan_days.day

-- name: clans_at(day, after, count)
-- Values at the close of a day: the last row of each clan up to it.
SELECT closed.clan_id, closed.level, closed.reputation, closed.members, closed.pvp_kills, closed.pk_kills
FROM (
    SELECT clan_id, MAX(day) AS day FROM clan_days WHERE clan_id > :after AND day <= :day
    GROUP BY clan_id ORDER BY clan_id LIMIT :count
) AS latest
JOIN clan_days AS closed ON closed.clan_id = latest.clan_id AND closed.day = latest.day
ORDER BY closed.clan_id

-- name: clan_names(ids)
SELECT clan_id, name FROM clan_names WHERE clan_id IN :ids

-- name: named_clans(name)
SELECT clan_id FROM clan_names WHERE name = :name

-- name: clan_ends(ids, now)
SELECT ended.subject_id AS clan_id, named.name, ended.at, closed.level, closed.members, closed.pvp_kills
FROM world_events AS ended
JOIN clan_names AS named ON named.clan_id = ended.subject_id
JOIN clan_days AS closed
    ON closed.clan_id = named.clan_id
    AND closed.day = (SELECT MAX(last.day) FROM clan_days AS last WHERE last.clan_id = named.clan_id)
WHERE ended.kind = 'clan_dissolved' AND ended.subject_id IN :ids AND ended.public_at <= :now
ORDER BY ended.at DESC
LIMIT 1

-- name: member_values(ids, day)
-- Values of now, and those at the close of a day: the last row up to it, or those at first sight. Play time in minutes.
SELECT
    now.character_id, now.first_day, now.level, now.pvp_kills, now.pk_kills,
    CAST(now.playtime DIV 60 AS SIGNED) AS playtime, COALESCE(closed.level, begun.level) AS level_before,
    COALESCE(closed.pvp_kills, begun.pvp_kills) AS pvp_before, COALESCE(closed.pk_kills, begun.pk_kills) AS pk_before,
    CAST(COALESCE(closed.playtime, begun.playtime DIV 60) AS SIGNED) AS playtime_before,
    COALESCE(
        (
            SELECT MAX(moved.day)
            FROM character_changes AS moved
            WHERE moved.character_id = now.character_id AND moved.kind = 'clan'
        ), 0
    ) AS clan_day
FROM character_now AS now
JOIN character_histories AS begun ON begun.character_id = now.character_id AND begun.first_day = now.first_day
LEFT JOIN character_days AS closed
    ON closed.character_id = now.character_id
    AND closed.day = (
        SELECT MAX(until.day)
        FROM character_days AS until
        WHERE until.character_id = now.character_id AND until.day BETWEEN now.first_day AND :day
    )
WHERE now.character_id IN :ids

-- name: kills_of_days(ids, day)
-- Kills at the closes of the days from this one on, and at the last close before.
SELECT kills.character_id, kills.day, kills.pvp_kills, CAST(kills.pk_kills AS SIGNED) AS pk_kills
FROM character_days AS kills
JOIN character_now AS now ON now.character_id = kills.character_id
WHERE
    kills.character_id IN :ids AND kills.day >= now.first_day
    AND kills.day >= COALESCE(
        (
            SELECT MAX(until.day)
            FROM character_days AS until
            WHERE until.character_id = kills.character_id AND until.day <= :day
        ), 0
    )
ORDER BY kills.character_id, kills.day

-- name: playtimes(ids, day)
-- Play time at the closes of the days after this one on which the character changed.
SELECT character_id, day, CAST(playtime AS SIGNED) AS playtime
FROM character_days
WHERE character_id IN :ids AND day > :day
ORDER BY character_id, day

-- name: thin(kept_from, first_id, last_id)
CALL thin_character_days(:kept_from, :first_id, :last_id)

-- name: erase(character_id)
CALL erase_character_history(:character_id)

-- name: by_name(name)
SELECT character_id, name, first_day, gone_day IS NOT NULL AS is_gone FROM character_now WHERE name = :name

-- name: counts()
SELECT
    (SELECT COUNT(*) FROM character_now) AS characters,
    (SELECT COUNT(*) FROM character_days) AS rows_of_days,
    (SELECT COUNT(*) FROM milestones) AS milestones

-- name: personal_characters(account_hash, limit, start)
SELECT JSON_OBJECT('character_id', character_id, 'name', name, 'level', level, 'class_id', class_id, 'exp', exp,
                   'pvp_kills', pvp_kills, 'pk_kills', pk_kills, 'playtime', playtime, 'noble', noble) AS body
FROM character_now
WHERE account = :account_hash
ORDER BY character_id
LIMIT :limit OFFSET :start

-- name: personal_days(account_hash, limit, start)
SELECT JSON_OBJECT('character_id', days.character_id, 'day', days.day, 'level', days.level, 'class_id',
                   days.class_id, 'exp', days.exp, 'pvp_kills', days.pvp_kills, 'pk_kills', days.pk_kills,
                   'playtime', days.playtime) AS body
FROM character_now AS now
JOIN character_days AS days ON days.character_id = now.character_id AND days.day >= now.first_day
WHERE now.account = :account_hash
ORDER BY days.character_id, days.day
LIMIT :limit OFFSET :start

-- name: personal_milestones(account_hash, limit, start)
SELECT JSON_OBJECT('character_id', milestone.subject_id, 'kind', milestone.kind, 'at', milestone.at) AS body
FROM character_now AS now
JOIN milestones AS milestone ON milestone.subject_id = now.character_id AND milestone.first_day = now.first_day
    AND milestone.kind NOT LIKE 'clan_level_%'
WHERE now.account = :account_hash
ORDER BY milestone.subject_id, milestone.at, milestone.kind
LIMIT :limit OFFSET :start

-- name: personal_changes(account_hash, limit, start)
SELECT JSON_OBJECT('character_id', changed.character_id, 'day', changed.day, 'kind', changed.kind, 'value',
                   changed.value) AS body
FROM character_now AS now
JOIN character_changes AS changed ON changed.character_id = now.character_id AND changed.day >= now.first_day
WHERE now.account = :account_hash
ORDER BY changed.character_id, changed.day, changed.kind
LIMIT :limit OFFSET :start

-- name: characters_of(account_hash)
-- Characters of the account with this hash, by their last reading.
SELECT character_id FROM character_now WHERE account = :account_hash

-- Daily values that an earlier release kept.
-- name: personal_samples(login, limit, start)
SELECT JSON_OBJECT('day', day, 'character_id', character_id, 'level', level, 'exp', exp, 'pvp_kills', pvp_kills,
                   'pk_kills', pk_kills) AS body
FROM character_samples
WHERE account = :login
ORDER BY day, character_id
LIMIT :limit OFFSET :start
