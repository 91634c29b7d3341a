-- Web Push: keys, choices and subscriptions of players. A session is live as in `sessions.sql`.

-- name: key()
SELECT sealed FROM push_keys WHERE id = 1

-- name: add_key(sealed)
-- Keeps a key that another process has stored.
INSERT IGNORE INTO push_keys (id, sealed) VALUES (1, :sealed)

-- name: sealed_keys(after, limit)
-- `clear`: there is none; the columns are those of `gateway keys rotate`.
SELECT id, '' AS account, 'vapid' AS identity, sealed, NULL AS clear
FROM push_keys
WHERE id > :after
ORDER BY id
LIMIT :limit

-- name: reseal_key(id, sealed)
UPDATE push_keys SET sealed = :sealed WHERE id = :id

-- name: choices(login)
SELECT choices FROM push_choices WHERE login = :login

-- name: choose(login, choices)
INSERT INTO push_choices (login, choices) VALUES (:login, :choices)
ON DUPLICATE KEY UPDATE choices = VALUES(choices)

-- name: subscribe(session, login, endpoint_hash, sealed, language, now)
-- Replaces the subscription of the session, and that of the browser.
REPLACE INTO push_subscriptions (session, login, endpoint_hash, sealed, language, created_at)
VALUES (:session, :login, :endpoint_hash, :sealed, :language, :now)

-- name: unsubscribe(session)
DELETE FROM push_subscriptions WHERE session = :session

-- name: session_subscription(session)
SELECT created_at FROM push_subscriptions WHERE session = :session

-- name: live(after, created_after, seen_after, limit)
-- Leaves out accounts whose name belongs to another player now.
SELECT push_subscriptions.id, push_subscriptions.login, push_subscriptions.created_at, push_choices.choices
FROM push_subscriptions
JOIN sessions ON sessions.id = push_subscriptions.session
JOIN push_choices ON push_choices.login = push_subscriptions.login
LEFT JOIN account_owners ON account_owners.login = push_subscriptions.login
WHERE push_subscriptions.id > :after AND account_owners.frozen_at IS NULL
  AND sessions.ended_at IS NULL AND sessions.created_at > :created_after AND sessions.seen_at > :seen_after
ORDER BY push_subscriptions.id
LIMIT :limit

-- name: ended_subscriptions(created_after, seen_after, limit)
-- Subscriptions without a live session.
SELECT push_subscriptions.id
FROM push_subscriptions
LEFT JOIN sessions ON sessions.id = push_subscriptions.session AND sessions.ended_at IS NULL
  AND sessions.created_at > :created_after AND sessions.seen_at > :seen_after
WHERE sessions.id IS NULL
LIMIT :limit

-- name: remove(ids)
DELETE FROM push_subscriptions WHERE id IN :ids

-- name: sealed_subscriptions(after, limit)
SELECT id, login AS account, session AS identity, sealed, NULL AS clear
FROM push_subscriptions
WHERE id > :after
ORDER BY id
LIMIT :limit

-- name: reseal_subscription(id, sealed)
UPDATE push_subscriptions SET sealed = :sealed WHERE id = :id

-- name: milestones(ids, kinds, since)
SELECT subject_id, kind, at FROM milestones WHERE subject_id IN :ids AND kind IN :kinds AND at > :since

-- name: prizes(ids, since)
-- Paid prizes of competitions.
SELECT character_id AS subject_id, competition_id, settled_at AS at
FROM competition_prizes
WHERE outcome = 'paid' AND settled_at > :since AND character_id IN :ids

-- name: stars(kind, ids)
-- Stars of accounts with a subscription on these subjects. The ids of characters and clans mean others in another season.
SELECT DISTINCT star.login, star.subject_id
FROM watch_stars AS star
JOIN push_subscriptions ON push_subscriptions.login = star.login
WHERE star.kind = :kind AND star.subject_id IN :ids
  AND (star.kind NOT IN ('character', 'clan') OR star.since >= (SELECT MAX(started_at) FROM seasons))

-- name: find_live(id, created_after, seen_after)
SELECT push_subscriptions.id, push_subscriptions.login, push_subscriptions.session, push_subscriptions.sealed,
       push_subscriptions.language
FROM push_subscriptions
JOIN sessions ON sessions.id = push_subscriptions.session
WHERE push_subscriptions.id = :id
  AND sessions.ended_at IS NULL AND sessions.created_at > :created_after AND sessions.seen_at > :seen_after

-- name: count_subscriptions()
SELECT COUNT(*) AS subscriptions FROM push_subscriptions

-- name: personal_choices(login, limit, start)
SELECT JSON_OBJECT('choices', choices) AS body
FROM push_choices
WHERE login = :login
ORDER BY login
LIMIT :limit OFFSET :start

-- name: personal_subscriptions(login, limit, start)
SELECT JSON_OBJECT('created_at', created_at, 'language', language) AS body
FROM push_subscriptions
WHERE login = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: keys_of_keys()
-- The id of a key is the first part of the sealed text.
SELECT COALESCE(SUBSTRING_INDEX(sealed, ':', 1), '') AS name, COUNT(*) AS count
FROM push_keys
GROUP BY COALESCE(SUBSTRING_INDEX(sealed, ':', 1), '')

-- name: keys_of_subscriptions()
-- The id of a key is the first part of the sealed text.
SELECT COALESCE(SUBSTRING_INDEX(sealed, ':', 1), '') AS name, COUNT(*) AS count
FROM push_subscriptions
GROUP BY COALESCE(SUBSTRING_INDEX(sealed, ':', 1), '')
