-- Administration: operators, their sessions, and the changes that they make.

-- name: add_session(hash, operator, created_at, seen_at, confirmed_at, factor_at, signature)
INSERT INTO operator_sessions (hash, operator, created_at, seen_at, confirmed_at, factor_at, signature)
VALUES (:hash, :operator, :created_at, :seen_at, :confirmed_at, :factor_at, :signature)

-- name: session(hashes, created_after, seen_after)
-- `hashes`: the cookie's under each key.
SELECT operator_sessions.hash, operators.name, operators.role, operators.password, operator_sessions.created_at,
       operator_sessions.seen_at, operator_sessions.confirmed_at, operator_sessions.factor_at, operator_sessions.signature
FROM operator_sessions
JOIN operators ON operators.name = operator_sessions.operator
WHERE operator_sessions.hash IN :hashes AND operator_sessions.created_at > :created_after
  AND operator_sessions.seen_at > :seen_after AND operators.disabled_at IS NULL

-- name: lock_session(hash)
SELECT operator AS name FROM operator_sessions WHERE hash = :hash FOR UPDATE

-- name: change_session(hash, seen_at, confirmed_at, factor_at, signature)
UPDATE operator_sessions
SET seen_at = :seen_at, confirmed_at = :confirmed_at, factor_at = :factor_at, signature = :signature
WHERE hash = :hash

-- name: end_session(hash)
DELETE FROM operator_sessions WHERE hash = :hash

-- name: request(operator, key)
SELECT fingerprint, response FROM operator_requests WHERE operator = :operator AND idempotency_key = :key

-- name: add_request(operator, key, permission, fingerprint, response, now)
INSERT INTO operator_requests (operator, idempotency_key, permission, fingerprint, response, at)
VALUES (:operator, :key, :permission, :fingerprint, :response, :now)

-- name: requests_since(operator, permission, since)
SELECT COUNT(*) AS count FROM operator_requests
WHERE operator = :operator AND permission = :permission AND at >= :since

-- name: registrations(today, month)
SELECT CAST(COALESCE(SUM(created_at >= :today), 0) AS SIGNED) AS today, COUNT(*) AS month
FROM profiles
WHERE created_at >= :month

-- name: revenue(since, first, shift)
-- Sums by day of the credit in the site's time zone, whose offset from UTC is `shift` seconds. A donation is credited within
-- weeks of its creation, by which the index finds it. Amounts in minor units, without what was refunded.
SELECT CAST(FLOOR((credited_at + :shift) / 86400) AS SIGNED) AS day, currency, COUNT(*) AS donations,
       CAST(SUM(amount - refunded_amount) AS SIGNED) AS amount
FROM donations
WHERE status IN ('completed', 'refunded') AND created_at >= :since AND credited_at >= :first
GROUP BY day, currency
ORDER BY day, currency

-- name: disputed_donations(limit)
SELECT id, account, amount, currency, total_coins, created_at
FROM donations
WHERE status = 'completed' AND disputed = 1
ORDER BY created_at DESC
LIMIT :limit

-- name: frozen_accounts(limit)
SELECT login, frozen_at FROM account_owners WHERE frozen_at IS NOT NULL ORDER BY frozen_at LIMIT :limit
