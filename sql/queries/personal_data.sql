-- Data of the site schema about one account, as JSON, in pages; without secrets, sealed values and notes of operators.

-- name: profile(login, limit, start)
SELECT JSON_OBJECT('created_at', created_at, 'first_login_at', first_login_at, 'last_login_at', last_login_at,
                   'email', email) AS body
FROM profiles
WHERE login = :login
ORDER BY login
LIMIT :limit OFFSET :start

-- name: mail_language(login, limit, start)
SELECT JSON_OBJECT('language', language) AS body
FROM account_owners
WHERE login = :login AND language IS NOT NULL
ORDER BY login
LIMIT :limit OFFSET :start

-- name: source(login, limit, start)
SELECT JSON_OBJECT('source', source, 'campaign', campaign) AS body
FROM account_sources
WHERE login = :login
ORDER BY login
LIMIT :limit OFFSET :start

-- name: confirmed_email(login, limit, start)
SELECT JSON_OBJECT('email', email, 'confirmed_at', confirmed_at) AS body
FROM confirmed_emails
WHERE login = :login
ORDER BY login
LIMIT :limit OFFSET :start

-- name: privacy(login, limit, start)
SELECT JSON_OBJECT('level', level, 'changed_at', changed_at) AS body
FROM privacy
WHERE login = :login
ORDER BY login
LIMIT :limit OFFSET :start

-- name: spending_limits(login, limit, start)
SELECT JSON_OBJECT('donation_day', donation_day, 'donation_month', donation_month, 'spin_day', spin_day,
                   'next_donation_day', next_donation_day, 'next_donation_month', next_donation_month,
                   'next_spin_day', next_spin_day, 'next_at', next_at, 'excluded_until', excluded_until) AS body
FROM spending_limits
WHERE login = :login
ORDER BY login
LIMIT :limit OFFSET :start

-- name: sessions(login, limit, start)
SELECT JSON_OBJECT('created_at', created_at, 'seen_at', seen_at, 'confirmed_at', confirmed_at, 'ended_at',
                   ended_at, 'device', device, 'network', network) AS body
FROM sessions
WHERE login = :login
ORDER BY created_at, id
LIMIT :limit OFFSET :start

-- name: authenticator_apps(login, limit, start)
SELECT JSON_OBJECT('confirmed_at', confirmed_at) AS body
FROM totp_secrets
WHERE login = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: passkeys(login, limit, start)
SELECT JSON_OBJECT('name', name, 'domain', domain, 'created_at', created_at, 'used_day', used_day) AS body
FROM passkeys
WHERE login = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: recovery_codes(login, limit, start)
SELECT JSON_OBJECT('created_at', created_at, 'used_at', used_at) AS body
FROM recovery_codes
WHERE login = :login
ORDER BY hash
LIMIT :limit OFFSET :start

-- name: security_log(login, limit, start)
SELECT JSON_OBJECT('at', at, 'action', action, 'ip_address', ip_address, 'success', success,
                   'attempts', attempts) AS body
FROM security_log
WHERE login = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: messages(login, limit, start)
SELECT JSON_OBJECT('created_at', created_at, 'channel', channel, 'kind', kind, 'receiver', receiver, 'content', content,
                   'state', state) AS body
FROM messages
WHERE login = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: mail_links(login, limit, start)
SELECT JSON_OBJECT('created_at', created_at, 'kind', kind, 'email', email, 'used_at', used_at) AS body
FROM mail_links
WHERE login = :login
ORDER BY hash
LIMIT :limit OFFSET :start

-- name: block(login, limit, start)
SELECT JSON_OBJECT('starts_at', starts_at, 'until', until) AS body
FROM site_controls
WHERE kind = 'block' AND name = :login
ORDER BY name
LIMIT :limit OFFSET :start

-- name: operator_actions(login, limit, start)
SELECT JSON_OBJECT('at', at, 'command', command) AS body
FROM operator_log
WHERE subject = CONCAT('account:', :login) AND outcome = 'done'
ORDER BY id
LIMIT :limit OFFSET :start

-- name: wallets(login, limit, start)
SELECT JSON_OBJECT('kind', kind, 'balance', balance, 'created_at', created_at) AS body
FROM wallets
WHERE account IN (CONCAT('wallet:', :login), CONCAT('hold:', :login), CONCAT('debt:', :login))
ORDER BY account
LIMIT :limit OFFSET :start

-- name: donations(login, limit, start)
SELECT JSON_OBJECT('id', id, 'created_at', created_at, 'character_id', character_id, 'character_name',
                   character_name, 'amount', amount, 'currency', currency, 'base_coins', base_coins, 'bonus_coins',
                   bonus_coins, 'total_coins', total_coins, 'coins_credited', coins_credited, 'refunded_amount',
                   refunded_amount, 'status', status, 'disputed', disputed, 'provider', provider, 'payment_method',
                   payment_method, 'paid_at', paid_at, 'credited_at', credited_at, 'refunded_at',
                   refunded_at, 'cancelled_at', cancelled_at) AS body
FROM donations
WHERE account = :login
ORDER BY created_at, id
LIMIT :limit OFFSET :start

-- name: deliveries(login, limit, start)
SELECT JSON_OBJECT('id', id, 'created_at', created_at, 'character_id', character_id, 'character_name',
                   character_name, 'item_id', item_id, 'amount', amount, 'status', status, 'receipt', receipt,
                   'claimed_at', claimed_at, 'delivered_at', delivered_at, 'cancelled_at', cancelled_at) AS body
FROM deliveries
WHERE account = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: roulette_spins(login, limit, start)
SELECT JSON_OBJECT('created_at', created_at, 'seed_id', seed_id, 'nonce', nonce, 'client_seed', client_seed,
                   'wheel_version', wheel_version, 'position', position, 'prize_tier', prize_tier, 'cost', cost,
                   'prize', prize, 'balance', balance) AS body
FROM roulette_spins
WHERE account = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: ledger(login, limit, start)
SELECT JSON_OBJECT('at', transfer.created_at, 'kind', transfer.kind, 'reference', transfer.reference, 'account',
                   SUBSTRING_INDEX(entry.account, ':', 1), 'amount', entry.amount) AS body
FROM ledger_entries AS entry
JOIN ledger_transfers AS transfer ON transfer.id = entry.transfer_id
WHERE entry.account IN (CONCAT('wallet:', :login), CONCAT('hold:', :login), CONCAT('debt:', :login))
ORDER BY entry.transfer_id, entry.line
LIMIT :limit OFFSET :start

-- name: payments(login, limit, start)
SELECT JSON_OBJECT('donation', payment.donation_id, 'provider', payment.provider, 'reference', payment.reference,
                   'status', payment.status, 'detail', payment.detail, 'amount', payment.amount, 'currency',
                   COALESCE(payment.currency, donation.currency), 'refunded', payment.refunded, 'method', payment.method, 'approved_at', payment.approved_at) AS body
FROM payments AS payment
JOIN donations AS donation ON donation.id = payment.donation_id
WHERE donation.account = :login
ORDER BY payment.id
LIMIT :limit OFFSET :start

-- name: roulette_seeds(login, limit, start)
SELECT JSON_OBJECT('id', id, 'created_at', created_at, 'client_seed', client_seed, 'nonce', nonce,
                   'server_seed_hash', server_seed_hash, 'revealed_at', revealed_at, 'server_seed',
                   CASE WHEN revealed_at IS NOT NULL THEN server_seed END) AS body
FROM roulette_seeds
WHERE account = :login
ORDER BY id
LIMIT :limit OFFSET :start
