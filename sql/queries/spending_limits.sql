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

-- name: donation_sums(account, day, month, now, open_seconds)
-- Minor units of an account by currency since the seconds at which a day and a month began. A donation counts as its
-- payments that arrived since then or are pending, less what was refunded; money that banks took back was not. While it can
-- be paid, it counts as its amount at least. `paid_day`: the payments alone.
SELECT currency,
       CAST(SUM(GREATEST(open_amount, paid_day)) AS SIGNED) AS donated_day,
       CAST(SUM(GREATEST(open_amount, paid_month)) AS SIGNED) AS donated_month,
       CAST(SUM(paid_day) AS SIGNED) AS paid_day
FROM (
    SELECT donation.currency, CASE WHEN (donation.status = 'pending' OR (donation.status = 'failed' AND donation.init_point IS NOT NULL))
                     AND COALESCE(donation.expires_at, donation.created_at + :open_seconds) > :now
                THEN donation.amount ELSE 0 END AS open_amount,
           COALESCE(SUM(CASE WHEN payment.state = 'pending' OR COALESCE(payment.approved_at, payment.first_seen_at) >= :day
                             THEN GREATEST(0, payment.amount - payment.refunded + payment.charged_back) END), 0) AS paid_day,
           COALESCE(SUM(CASE WHEN payment.state = 'pending' OR COALESCE(payment.approved_at, payment.first_seen_at) >= :month
                             THEN GREATEST(0, payment.amount - payment.refunded + payment.charged_back) END), 0) AS paid_month
    FROM donations AS donation
    LEFT JOIN payments AS payment
        ON payment.donation_id = donation.id AND payment.state <> 'failed' AND (payment.mismatch IS NULL OR payment.credited = 1)
    WHERE donation.account = :account
    GROUP BY donation.id, donation.status, donation.init_point, donation.expires_at, donation.created_at, donation.amount,
             donation.currency
) AS side
GROUP BY currency

-- name: member_since(account)
SELECT COALESCE(created_at, first_login_at) AS at FROM profiles WHERE login = :account

-- name: spin_sum(account, day)
SELECT CAST(COALESCE(SUM(cost), 0) AS SIGNED) AS coins
FROM roulette_spins
WHERE account = :account AND created_at >= :day
