-- Erasure of an account. The locked owner's procedure changes what the site's user cannot.

-- name: traces(login)
-- One row if the site keeps something of the account. The choice of what others see survives an erasure.
SELECT 1 AS value FROM DUAL
WHERE EXISTS (SELECT 1 FROM profiles WHERE login = :login)
   OR EXISTS (SELECT 1 FROM account_owners WHERE login = :login)
   OR EXISTS (SELECT 1 FROM wallets WHERE account IN (CONCAT('wallet:', :login), CONCAT('hold:', :login), CONCAT('debt:', :login)))
   OR EXISTS (SELECT 1 FROM donations WHERE account = :login)
   OR EXISTS (SELECT 1 FROM deliveries WHERE account = :login)
   OR EXISTS (SELECT 1 FROM roulette_seeds WHERE account = :login)
   OR EXISTS (SELECT 1 FROM security_log WHERE login = :login)
   OR EXISTS (SELECT 1 FROM operator_log WHERE subject = CONCAT('account:', :login))

-- name: lock_donations(login)
SELECT COUNT(*) AS value FROM donations WHERE account = :login FOR UPDATE

-- name: lock_deliveries(login)
SELECT COUNT(*) AS value FROM deliveries WHERE account = :login FOR UPDATE

-- name: spins(login)
SELECT COUNT(*) AS value FROM roulette_spins WHERE account = :login

-- name: obstacles(login, now, open_seconds)
-- A failed donation whose checkout is open may still be paid.
SELECT 'donation' AS kind, id AS subject, id AS donation, 0 AS coins, '' AS name
FROM donations
WHERE account = :login
  AND (status = 'pending'
       OR (status = 'failed' AND init_point IS NOT NULL AND COALESCE(expires_at, created_at + :open_seconds) > :now))
UNION ALL
SELECT 'dispute', id, id, 0, ''
FROM donations
WHERE account = :login
  AND (disputed = 1 OR EXISTS (SELECT 1 FROM payments WHERE donation_id = donations.id AND contested = 1 AND mismatch IS NULL))
UNION ALL
SELECT 'payment', payment.name, donation.id, 0, ''
FROM payments AS payment
JOIN donations AS donation ON donation.id = payment.donation_id
WHERE donation.account = :login AND payment.mismatch IS NOT NULL AND payment.state NOT IN ('failed', 'reversed')
UNION ALL
SELECT 'delivery', CAST(id AS CHAR), NULL, amount, character_name
FROM deliveries
WHERE account = :login AND status IN ('pending', 'claimed')
UNION ALL
SELECT 'frozen', '', NULL, 0, ''
FROM wallets
WHERE account = CONCAT('hold:', :login) AND balance > 0
UNION ALL
SELECT 'block', '', NULL, 0, ''
FROM site_controls
WHERE kind = 'block' AND name = :login AND (until IS NULL OR until > :now)
UNION ALL
SELECT 'break', '', NULL, 0, ''
FROM spending_limits
WHERE login = :login AND excluded_until > :now
LIMIT 10

-- name: erase(login, alias)
CALL erase_account(:login, :alias)
