-- Administration: the search, and one account with its donations, spins and notes. Times are seconds since 1970.

-- name: payment(reference)
-- Finds a payment by the provider's id.
SELECT CASE WHEN payments.provider = 'mercadopago' THEN payments.reference
            ELSE CONCAT(payments.provider, ':', payments.reference) END AS id,
       payments.status, payments.mismatch, payments.amount,
       COALESCE(payments.currency, donations.currency, '') AS currency, payments.donation_id, donations.account,
       donations.status AS donation_status, COALESCE(donations.disputed, 0) AS is_disputed,
       COALESCE(donations.coins_credited, 0) AS coins, payments.first_seen_at AS at
FROM payments
LEFT JOIN donations ON donations.id = payments.donation_id
WHERE payments.provider IN ('mercadopago', 'stripe') AND payments.reference = :reference

-- name: donation(id)
SELECT id, account, status, disputed AS is_disputed, amount, currency, total_coins AS coins, created_at AS at
FROM donations
WHERE id = :id

-- name: delivery(id, stuck_before)
SELECT id, account, amount AS coins, created_at AS at,
       CASE WHEN status <> 'claimed' THEN status WHEN unconfirmed_at IS NOT NULL THEN 'unconfirmed'
            WHEN gone_at IS NOT NULL THEN 'given'
            WHEN claimed_at <= :stuck_before AND handed_at IS NULL THEN 'stuck' ELSE status END AS status
FROM deliveries
WHERE id = :id

-- name: accounts_like(pattern, limit)
-- Finds accounts by the beginning of the name.
SELECT login FROM profiles WHERE login LIKE :pattern ORDER BY login LIMIT :limit

-- name: accounts_containing(text, scanned, limit)
-- Finds accounts by any part of the name, among the first of all.
SELECT login
FROM (SELECT login FROM profiles ORDER BY login LIMIT :scanned) AS scanned_profiles
WHERE LOCATE(:text, login) > 0
LIMIT :limit

-- name: accounts_with_email_like(pattern, limit)
-- Finds accounts by the beginning of an address.
SELECT login FROM profiles WHERE email LIKE :pattern
UNION
SELECT login FROM confirmed_emails WHERE email LIKE :pattern
LIMIT :limit

-- name: accounts_of_domain(domain, scanned, limit)
-- Finds accounts by the end of an address, among the first of all. `domain`: with its @.
SELECT login
FROM (SELECT login, email FROM profiles WHERE email IS NOT NULL ORDER BY login LIMIT :scanned) AS scanned_profiles
WHERE RIGHT(email, CHAR_LENGTH(:domain)) = :domain
UNION
SELECT login
FROM (SELECT login, email FROM confirmed_emails ORDER BY login LIMIT :scanned) AS scanned_emails
WHERE RIGHT(email, CHAR_LENGTH(:domain)) = :domain
LIMIT :limit

-- name: accounts_with_email(email, limit)
-- Finds accounts by addresses of the site schema: profiles of families without a column for it, and confirmed ones.
SELECT login FROM profiles WHERE email = :email
UNION
SELECT login FROM confirmed_emails WHERE email = :email
LIMIT :limit

-- name: accounts_from(address, since, limit)
-- Accounts of the security log with this address, the latest first.
SELECT login, MAX(at) AS at
FROM security_log
WHERE ip_address = :address AND at >= :since
GROUP BY login
ORDER BY MAX(at) DESC
LIMIT :limit

-- name: accounts_near(pattern, since, scanned, limit)
-- Accounts of the security log with an address that begins so, the latest first, by a part of its rows.
SELECT login, MAX(at) AS at
FROM (SELECT login, at FROM security_log WHERE ip_address LIKE :pattern AND at >= :since LIMIT :scanned) AS sightings
GROUP BY login
ORDER BY MAX(at) DESC
LIMIT :limit

-- name: states(logins, stuck_before, now)
-- Cases of these accounts that wait for a person, and reasons that keep their players out.
SELECT 'delivery_stuck' AS state, account, COUNT(*) AS count
FROM deliveries
WHERE account IN :logins AND status = 'claimed'
  AND (unconfirmed_at IS NOT NULL OR (claimed_at <= :stuck_before AND handed_at IS NULL))
GROUP BY account
UNION ALL
SELECT 'payment_mismatched', donations.account, COUNT(*)
FROM donations
JOIN payments ON payments.donation_id = donations.id
WHERE donations.account IN :logins AND payments.mismatch IS NOT NULL
  AND payments.state NOT IN ('failed', 'reversed')
GROUP BY donations.account
UNION ALL
SELECT 'disputed', account, COUNT(*)
FROM donations
WHERE account IN :logins AND status = 'completed' AND disputed = 1
GROUP BY account
UNION ALL
SELECT 'frozen', login, 1 FROM account_owners WHERE login IN :logins AND frozen_at IS NOT NULL
UNION ALL
SELECT 'blocked', name, 1
FROM site_controls
WHERE kind = 'block' AND name IN :logins AND starts_at <= :now AND (until IS NULL OR until > :now)

-- name: donations(account, limit)
-- Newest first, with their steps; `total` counts the rows before the limit. Amounts in minor units.
SELECT id, created_at, character_id, character_name, amount, currency, total_coins, coins_credited, refunded_amount, status,
       disputed, init_point IS NOT NULL AS opened, cancelled_at IS NOT NULL AS cancelled, paid_at, credited_at, refunded_at, checked_at, COUNT(*) OVER () AS total
FROM donations
WHERE account = :account
ORDER BY created_at DESC, id DESC
LIMIT :limit

-- name: payments(ids)
-- The provider's facts. `webhooks`: notices that came, the first of them at `told_at`; `waiting`: not processed yet.
SELECT CASE WHEN payments.provider = 'mercadopago' THEN payments.reference
            ELSE CONCAT(payments.provider, ':', payments.reference) END AS id,
       payments.donation_id, payments.state, payments.status, payments.detail, payments.mismatch, payments.amount,
       COALESCE(payments.currency, donations.currency) AS currency, payments.refunded, payments.coins, payments.held, payments.fee, payments.net, payments.approved_at,
       payments.release_at, payments.method, payments.first_seen_at, payments.seen_at, notices.told_at,
       COALESCE(notices.webhooks, 0) AS webhooks, COALESCE(notices.waiting, 0) AS waiting,
       COALESCE(payments.settlement_currency, donations.currency) AS settled_in
FROM payments
JOIN donations ON donations.id = payments.donation_id
LEFT JOIN (
    SELECT payment_id, MIN(received_at) AS told_at, CAST(SUM(deliveries) AS SIGNED) AS webhooks,
           CAST(SUM(status = 'waiting') AS SIGNED) AS waiting
    FROM webhook_inbox
    WHERE payment_id IN (SELECT id FROM payments WHERE donation_id IN :ids)
    GROUP BY payment_id
) AS notices ON notices.payment_id = payments.id
WHERE payments.donation_id IN :ids
ORDER BY payments.id

-- name: other_accounts(account, since)
-- The latest donation of another account that the same buyer paid.
SELECT other.id, other.account, other.paid_at
FROM donations AS own
JOIN payments AS own_payment ON own_payment.donation_id = own.id
JOIN payments AS other_payment ON other_payment.payer = own_payment.payer
JOIN donations AS other ON other.id = other_payment.donation_id
WHERE own.account = :account AND other.account <> :account AND other.status = 'completed' AND other.created_at >= :since
ORDER BY other.created_at DESC
LIMIT 1

-- name: confirmed_email(login)
SELECT email, confirmed_at FROM confirmed_emails WHERE login = :login

-- name: first_seen(login)
SELECT first_login_at, last_login_at FROM profiles WHERE login = :login

-- name: blocks(subject, limit)
-- Blocks on the site and their ends, the newest first.
SELECT at, operator, command, reason, new_values
FROM operator_log
WHERE subject = :subject AND outcome = 'done' AND command IN ('block', 'block --lift')
ORDER BY id DESC
LIMIT :limit

-- name: notes(account, limit)
SELECT id, at, operator, text FROM account_notes WHERE account = :account ORDER BY id DESC LIMIT :limit

-- name: add_note(account, at, operator, text)
INSERT INTO account_notes (account, at, operator, text) VALUES (:account, :at, :operator, :text)

-- name: last_note(account, operator, since)
SELECT id, at, operator, text FROM account_notes
WHERE account = :account AND operator = :operator AND at >= :since
ORDER BY id DESC
LIMIT 1

-- name: delete_note(id)
DELETE FROM account_notes WHERE id = :id

-- name: with_game_email(email, limit)
-- Reads the whole table where the game has no index on the column.
SELECT login FROM accounts WHERE email = :email LIMIT :limit
