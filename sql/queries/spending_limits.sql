-- Limits that players set for themselves, and what counts towards them. They change under the lock of the wallet.

-- name: stored_limits(account)
SELECT donation_day, donation_month, spin_day, next_donation_day, next_donation_month, next_spin_day, next_at,
       excluded_until
FROM spending_limits
WHERE login = :account

-- name: store(account, donation_day, donation_month, spin_day, next_donation_day, next_donation_month, next_spin_day, next_at, excluded_until)
INSERT INTO spending_limits (login, donation_day, donation_month, spin_day, next_donation_day, next_donation_month,
                             next_spin_day, next_at, excluded_until)
VALUES (:account, :donation_day, :donation_month, :spin_day, :next_donation_day, :next_donation_month,
        :next_spin_day, :next_at, :excluded_until)
ON DUPLICATE KEY UPDATE donation_day = VALUES(donation_day), donation_month = VALUES(donation_month),
                        spin_day = VALUES(spin_day), next_donation_day = VALUES(next_donation_day),
                        next_donation_month = VALUES(next_donation_month), next_spin_day = VALUES(next_spin_day),
                        next_at = VALUES(next_at), excluded_until = VALUES(excluded_until)

-- name: donation_sums(account, day, month)
-- Pesos that were not refunded, by the day on which a donation began. An unpaid one counts until it fails. `day`, `month`:
-- the seconds at which the site's day and month began.
SELECT CAST(COALESCE(SUM(CASE WHEN created_at >= :day THEN amount - refunded_amount END), 0) DIV 100 AS SIGNED)
           AS donated_day,
       CAST(COALESCE(SUM(amount - refunded_amount), 0) DIV 100 AS SIGNED) AS donated_month,
       COALESCE((SELECT COALESCE(created_at, first_login_at) FROM profiles WHERE login = :account), 0) AS member_since
FROM donations
WHERE account = :account AND created_at >= :month AND status IN ('pending', 'completed')

-- name: spin_sum(account, day)
SELECT CAST(COALESCE(SUM(cost), 0) AS SIGNED) AS coins
FROM roulette_spins
WHERE account = :account AND created_at >= :day
