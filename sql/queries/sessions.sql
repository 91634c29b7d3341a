-- Sessions of players. A session lives until it ends, expires with its token, or is idle for too long.

-- name: add(id, login, now, device, network)
INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network)
VALUES (:id, :login, :now, :now, :now, :device, :network)

-- name: surplus(login, id, created_after, seen_after, limit, most)
-- The oldest live sessions beyond the newest `most`, never the one with this id: many may begin in one second.
SELECT id
FROM sessions
WHERE login = :login AND id <> :id AND ended_at IS NULL AND created_at > :created_after AND seen_at > :seen_after
ORDER BY created_at DESC, id
LIMIT :limit OFFSET :most

-- name: state(id, login)
-- `epoch`, `frozen_at` and the number of `factors` are those of the account.
SELECT sessions.created_at, sessions.seen_at, sessions.confirmed_at, sessions.ended_at,
       COALESCE(profiles.epoch, 0) AS epoch, account_owners.frozen_at,
       (SELECT COUNT(*) FROM totp_secrets WHERE login = :login AND confirmed_at IS NOT NULL) AS factors
FROM sessions
LEFT JOIN profiles ON profiles.login = sessions.login
LEFT JOIN account_owners ON account_owners.login = sessions.login
WHERE sessions.id = :id AND sessions.login = :login

-- name: live(login, created_after, seen_after, limit)
SELECT id, created_at, seen_at, device, network
FROM sessions
WHERE login = :login AND ended_at IS NULL AND created_at > :created_after AND seen_at > :seen_after
ORDER BY created_at DESC, id
LIMIT :limit

-- name: end_every(now, limit)
UPDATE sessions SET ended_at = :now WHERE ended_at IS NULL LIMIT :limit

-- name: touch(id, now)
UPDATE sessions SET seen_at = :now WHERE id = :id AND ended_at IS NULL

-- name: confirm(id, now)
UPDATE sessions SET confirmed_at = :now WHERE id = :id AND ended_at IS NULL

-- name: confirm_alone(login, id, now)
UPDATE sessions SET confirmed_at = IF(id = :id, :now, 0) WHERE login = :login AND ended_at IS NULL

-- name: end(login, ids, now)
UPDATE sessions SET ended_at = :now WHERE login = :login AND id IN :ids AND ended_at IS NULL

-- name: end_all(login, now)
UPDATE sessions SET ended_at = :now WHERE login = :login AND ended_at IS NULL

-- name: raise_epoch(login)
INSERT INTO profiles (login, epoch) VALUES (:login, 1) ON DUPLICATE KEY UPDATE epoch = epoch + 1

-- name: epoch(login)
SELECT epoch FROM profiles WHERE login = :login

-- name: prune(before, limit)
DELETE FROM sessions WHERE created_at < :before ORDER BY created_at LIMIT :limit

-- name: networks(since, most)
-- Networks of the newest logins, the most frequent first.
SELECT network, COUNT(*) AS sessions, COUNT(DISTINCT login) AS accounts,
       CAST(SUM(COUNT(*)) OVER () AS SIGNED) AS total
FROM (SELECT network, login FROM sessions WHERE created_at >= :since ORDER BY created_at DESC LIMIT :most) AS newest
GROUP BY network
ORDER BY sessions DESC, network
LIMIT 30
