-- Referrals: codes of links, and accounts that registered through one.

-- name: code(account)
SELECT code FROM referral_codes WHERE account = :account

-- name: add_code(account, code)
INSERT INTO referral_codes (account, code) VALUES (:account, :code)

-- name: referrer(code)
SELECT account FROM referral_codes WHERE code = :code

-- name: add(account, referrer, registered_at, network, state, reason, settled_at)
INSERT INTO referrals (account, referrer, registered_at, network, state, reason, settled_at)
VALUES (:account, :referrer, :registered_at, :network, :state, :reason, :settled_at)

-- name: shared_sign(account, referrer, network, since, until)
-- Why two accounts look like those of one person: an email that both have confirmed, or a session of the referrer from the
-- network of the registration, around its time; an unknown network is shared with none. Empty: they do not.
SELECT CASE
    WHEN EXISTS (
        SELECT 1
        FROM confirmed_emails AS own
        JOIN confirmed_emails AS other ON LOWER(other.email) = LOWER(own.email) AND other.login = :referrer
        WHERE own.login = :account
    ) THEN 'email'
    WHEN EXISTS (
        SELECT 1 FROM sessions
        WHERE login = :referrer AND network = :network AND network <> '' AND seen_at >= :since AND created_at <= :until
    ) THEN 'network'
    ELSE ''
END AS reason

-- name: waiting_referrals(after, limit)
SELECT id, account, referrer, registered_at, network
FROM referrals
WHERE state = 'waiting' AND id > :after
ORDER BY id
LIMIT :limit

-- name: expire(before, at)
UPDATE referrals
SET state = 'refused', reason = 'expired', settled_at = :at
WHERE state = 'waiting' AND registered_at < :before

-- name: lock(id)
SELECT state FROM referrals WHERE id = :id FOR UPDATE

-- name: paid_since(referrer, since)
SELECT COUNT(*) AS value FROM referrals WHERE referrer = :referrer AND state = 'paid' AND settled_at > :since

-- name: settle(id, state, reason, at, referrer_coins, account_coins)
UPDATE referrals
SET state = :state, reason = :reason, settled_at = :at, referrer_coins = :referrer_coins, account_coins = :account_coins
WHERE id = :id AND state = 'waiting'

-- name: of_referrer(referrer, limit)
-- The newest first.
SELECT account, registered_at, state, reason, settled_at
FROM referrals
WHERE referrer = :referrer
ORDER BY id DESC
LIMIT :limit

-- name: page(state, referrer, before, limit)
-- All referrals below an id, the newest first. An empty filter filters nothing.
SELECT id, referrer, account, registered_at, network, state, reason, settled_at, referrer_coins, account_coins
FROM referrals
WHERE id < :before AND (:state = '' OR state = :state) AND (:referrer = '' OR referrer = :referrer)
ORDER BY id DESC
LIMIT :limit

-- name: personal_code(login, limit, start)
SELECT JSON_OBJECT('code', code) AS body
FROM referral_codes
WHERE account = :login
ORDER BY account
LIMIT :limit OFFSET :start

-- name: personal_referrals(login, limit, start)
-- Leaves out the other account.
SELECT JSON_OBJECT('side', CASE WHEN account = :login THEN 'account' ELSE 'referrer' END, 'registered_at', registered_at,
                   'network', CASE WHEN account = :login THEN network END, 'state', state, 'settled_at', settled_at,
                   'coins', CASE WHEN account = :login THEN account_coins ELSE referrer_coins END) AS body
FROM referrals
WHERE account = :login OR referrer = :login
ORDER BY id
LIMIT :limit OFFSET :start
