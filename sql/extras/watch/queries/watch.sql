-- Stars of accounts, and the news of what has one. `day`: days since 1970 in the site's time zone. Other times are seconds
-- since 1970.

-- name: stars(login, slack)
-- Leaves out characters and clans with an id that another one has taken since: by the character's history, and by the season.
-- A history may begin some seconds after the star: `slack`.
SELECT star.kind, star.subject_id, star.since
FROM watch_stars AS star
LEFT JOIN character_now AS now ON now.character_id = star.subject_id AND star.kind = 'character'
LEFT JOIN character_histories AS begun ON begun.character_id = now.character_id AND begun.first_day = now.first_day
WHERE star.login = :login
  AND COALESCE(begun.first_seen_at, 0) <= star.since + :slack
  AND (star.kind NOT IN ('character', 'clan') OR star.since >= (SELECT MAX(started_at) FROM seasons))
ORDER BY star.since DESC, star.kind, star.subject_id

-- name: lock_account(login)
SELECT login FROM watch_accounts WHERE login = :login FOR UPDATE

-- name: add_account(login)
INSERT IGNORE INTO watch_accounts (login) VALUES (:login)

-- name: star_ids(login)
SELECT kind, subject_id, since FROM watch_stars WHERE login = :login

-- name: add_stars(login, now, rows)
-- A star of a former owner of the id becomes one of the present owner.
REPLACE INTO watch_stars (login, kind, subject_id, since)
SELECT :login, star.kind, star.subject_id, :now
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    kind VARCHAR(9) PATH '$[0]',
    subject_id BIGINT PATH '$[1]'
)) AS star

-- name: remove_stars(login, kind, ids)
DELETE FROM watch_stars WHERE login = :login AND kind = :kind AND subject_id IN :ids

-- name: account(login)
SELECT read_until, feed_at, digest_key IS NOT NULL AS has_digest FROM watch_accounts WHERE login = :login

-- name: read_until(login, until)
INSERT INTO watch_accounts (login, read_until) VALUES (:login, :until)
ON DUPLICATE KEY UPDATE read_until = GREATEST(COALESCE(read_until, 0), VALUES(read_until))

-- name: set_feed(login, hash, at)
-- Replaces the feed; NULL closes it.
INSERT INTO watch_accounts (login, feed_hash, feed_at) VALUES (:login, :hash, :at)
ON DUPLICATE KEY UPDATE feed_hash = VALUES(feed_hash), feed_at = VALUES(feed_at)

-- name: feed(hash)
-- The account of a feed. Leaves out one with a name that belongs to another player now.
SELECT watch_accounts.login
FROM watch_accounts
LEFT JOIN account_owners ON account_owners.login = watch_accounts.login
WHERE watch_accounts.feed_hash = :hash AND account_owners.frozen_at IS NULL

-- name: begin_digest(login, digest_key, week)
-- Keeps the key of mails that are on their way.
INSERT INTO watch_accounts (login, digest_key, digest_week) VALUES (:login, :digest_key, :week)
ON DUPLICATE KEY UPDATE
    digest_week = COALESCE(digest_week, VALUES(digest_week)), digest_key = COALESCE(digest_key, VALUES(digest_key))

-- name: end_digest(login)
UPDATE watch_accounts SET digest_key = NULL, digest_week = NULL WHERE login = :login

-- name: end_digest_by_key(digest_key)
UPDATE watch_accounts SET digest_key = NULL, digest_week = NULL WHERE digest_key = :digest_key

-- name: lock_due_digests(week, limit)
-- Accounts whose mail of this week was not added yet. The lock lets a second leader wait until the first one has noted
-- the week.
SELECT login FROM watch_accounts
WHERE digest_week < :week
ORDER BY digest_week, login
LIMIT :limit
FOR UPDATE

-- name: confirmed_emails(logins)
SELECT login, email FROM confirmed_emails WHERE login IN :logins

-- name: note_digests(week, logins)
UPDATE watch_accounts SET digest_week = :week WHERE login IN :logins

-- name: digest(login)
-- An account that still gets the mail, at its confirmed address, with a name that has not gone to another player.
SELECT watch_accounts.digest_key, confirmed_emails.email
FROM watch_accounts
JOIN confirmed_emails ON confirmed_emails.login = watch_accounts.login
LEFT JOIN account_owners ON account_owners.login = watch_accounts.login
WHERE watch_accounts.login = :login AND watch_accounts.digest_key IS NOT NULL AND account_owners.frozen_at IS NULL

-- name: events_of_subjects(kinds, ids, season, since, now, limit)
-- By the key `world_events_once`.
SELECT kind, subject_id, at, accuracy_seconds, object_id, details, id, season, public_at
FROM world_events
WHERE kind IN :kinds AND subject_id IN :ids AND at >= :since AND public_at <= :now AND season = :season
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: events_of_objects(kinds, ids, season, since, now, limit)
-- By the key `world_events_kind`: of kinds that happen seldom.
SELECT kind, subject_id, at, accuracy_seconds, object_id, details, id, season, public_at
FROM world_events
WHERE kind IN :kinds AND at >= :since AND object_id IN :ids AND public_at <= :now AND season = :season
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: events_of_kinds(kinds, season, since, now, limit)
SELECT kind, subject_id, at, accuracy_seconds, object_id, details, id, season, public_at
FROM world_events
WHERE kind IN :kinds AND at >= :since AND public_at <= :now AND season = :season
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: milestones(ids, since, limit)
-- Of the present histories under these ids.
SELECT passed.subject_id, passed.kind, passed.at, passed.accuracy_seconds
FROM milestones AS passed
JOIN character_now AS now ON now.character_id = passed.subject_id AND now.first_day = passed.first_day
WHERE passed.subject_id IN :ids AND passed.at >= :since AND passed.kind NOT LIKE 'clan_level_%'
ORDER BY passed.at DESC
LIMIT :limit

-- name: days(ids, day)
-- Values at the closes of days from this one on, and at the last close before, or at first sight under the day before.
SELECT closed.character_id, closed.day, closed.level, closed.exp, closed.pvp_kills, closed.pk_kills
FROM character_now AS now
JOIN character_days AS closed ON closed.character_id = now.character_id
WHERE
    now.character_id IN :ids AND closed.day >= now.first_day
    AND closed.day >= COALESCE(
        (
            SELECT MAX(until.day)
            FROM character_days AS until
            WHERE until.character_id = now.character_id AND until.day BETWEEN now.first_day AND :day - 1
        ), 0
    )
UNION ALL
SELECT begun.character_id, begun.first_day - 1, begun.level, begun.exp, begun.pvp_kills, begun.pk_kills
FROM character_now AS now
JOIN character_histories AS begun ON begun.character_id = now.character_id AND begun.first_day = now.first_day
WHERE now.character_id IN :ids AND begun.first_day >= :day
ORDER BY character_id, day

-- name: best_days(ids, day)
-- The most PvP kills of each character in one day before this one, of days that were not thinned out.
SELECT gained.character_id, CAST(MAX(gained.kills) AS SIGNED) AS kills
FROM (
    SELECT
        closed.character_id, closed.day,
        CAST(closed.pvp_kills AS SIGNED) - COALESCE(
            LAG(CAST(closed.pvp_kills AS SIGNED)) OVER (PARTITION BY closed.character_id ORDER BY closed.day),
            begun.pvp_kills
        ) AS kills
    FROM character_now AS now
    JOIN character_histories AS begun ON begun.character_id = now.character_id AND begun.first_day = now.first_day
    JOIN character_days AS closed ON closed.character_id = now.character_id AND closed.day >= now.first_day
    WHERE now.character_id IN :ids AND closed.day < :day
) AS gained
WHERE gained.day >= COALESCE((SELECT state.at FROM history_state AS state WHERE state.name = 'thinned'), 0)
GROUP BY gained.character_id

-- name: clans_of(ids)
-- The clans that these characters have or had, since the histories began.
SELECT DISTINCT CAST(changed.value AS SIGNED) AS clan_id
FROM character_changes AS changed
JOIN character_now AS now ON now.character_id = changed.character_id
WHERE changed.character_id IN :ids AND changed.kind = 'clan' AND changed.day >= now.first_day AND changed.value <> '0'

-- name: events_of_members(kinds, clan_ids, ids, season, since, now, limit)
-- By the key `world_events_once`.
SELECT kind, subject_id, at, accuracy_seconds, object_id, details, id, season, public_at
FROM world_events
WHERE kind IN :kinds AND subject_id IN :clan_ids AND object_id IN :ids AND at >= :since AND public_at <= :now
  AND season = :season
ORDER BY at DESC, id DESC
LIMIT :limit

-- name: calendar(kinds, ids, since, until)
-- Windows of bosses and sieges that begin within the time.
SELECT kind, subject_id, starts_at, ends_at
FROM calendar_entries
WHERE kind IN :kinds AND subject_id IN :ids AND starts_at BETWEEN :since AND :until AND is_cancelled = 0

-- name: deliveries(login, created_after, since, limit)
SELECT id, character_name, amount, status, COALESCE(delivered_at, cancelled_at) AS at
FROM deliveries
WHERE account = :login AND created_at >= :created_after AND status IN ('delivered', 'cancelled')
  AND COALESCE(delivered_at, cancelled_at) >= :since
ORDER BY created_at DESC
LIMIT :limit

-- name: payments(login, created_after, since, limit)
-- What became of each donation: a completed one may be refunded later, in parts.
SELECT id, total_coins, amount, currency, state, at
FROM (
    SELECT id, total_coins, amount, currency, 'completed' AS state, credited_at AS at
    FROM donations
    WHERE account = :login AND created_at >= :created_after AND credited_at IS NOT NULL
    UNION ALL
    SELECT id, total_coins, refunded_amount AS amount, currency, 'refunded' AS state, refunded_at AS at
    FROM donations
    WHERE account = :login AND created_at >= :created_after AND refunded_at IS NOT NULL
    UNION ALL
    SELECT id, total_coins, amount, currency, 'failed' AS state,
           LEAST(COALESCE(checked_at, created_at), COALESCE(expires_at, created_at + 604800)) AS at
    FROM donations
    WHERE account = :login AND created_at >= :created_after AND status = 'failed'
) AS outcome
WHERE at >= :since
ORDER BY at DESC
LIMIT :limit

-- name: prizes(login, since)
SELECT prize.competition_id, competition.title, competition.titles, prize.place, prize.coins, prize.outcome,
       prize.settled_at AS at
FROM competition_prizes AS prize
JOIN competitions AS competition ON competition.id = prize.competition_id
WHERE prize.account = :login AND prize.settled_at >= :since
ORDER BY prize.settled_at DESC

-- name: results(first, last)
-- Boards of competitions that ended on one of these days.
SELECT competition.id, competition.title, competition.titles, competition.entrants, competition.last_day, board.body
FROM competitions AS competition
JOIN history_state AS board ON board.name = CONCAT('competition:', competition.id)
WHERE competition.last_day BETWEEN :first AND :last AND competition.closed_at IS NULL

-- name: counts()
SELECT (SELECT COUNT(DISTINCT login) FROM watch_stars) AS accounts, (SELECT COUNT(*) FROM watch_stars) AS stars,
       COUNT(feed_hash) AS feeds, COUNT(digest_key) AS digests
FROM watch_accounts

-- name: personal_stars(login, limit, start)
SELECT JSON_OBJECT('kind', kind, 'subject_id', subject_id, 'since', since) AS body
FROM watch_stars
WHERE login = :login
ORDER BY kind, subject_id
LIMIT :limit OFFSET :start

-- name: personal_account(login, limit, start)
SELECT JSON_OBJECT('read_until', read_until, 'feed_at', feed_at, 'has_digest', digest_key IS NOT NULL, 'digest_week',
                   digest_week) AS body
FROM watch_accounts
WHERE login = :login
ORDER BY login
LIMIT :limit OFFSET :start
