-- Administration: registrations, play and purchases. `day`: days since 1970 in the site's time zone; other times
-- in epoch seconds. All tables are of the site schema.

-- name: last_day()
-- The last closed day of the history.
SELECT day FROM history_days WHERE is_complete = 1 ORDER BY day DESC LIMIT 1

-- name: played_minutes(after, since, count)
-- Characters with their minutes of play: `minutes` at the close of `since`, `days` at the closes of later days as JSON
-- `[[day, minutes], …]`, in no order. `changed_day`: the last day on which they played; 0: never.
SELECT
    now.character_id, now.account, now.level, now.changed_day, now.gone_day IS NOT NULL AS is_gone,
    CAST(COALESCE(
        (
            SELECT closed.playtime
            FROM character_days AS closed
            WHERE closed.character_id = now.character_id AND closed.day BETWEEN now.first_day AND :since
            ORDER BY closed.day DESC
            LIMIT 1
        ),
        begun.playtime DIV 60
    ) AS SIGNED) AS minutes,
    (
        SELECT JSON_ARRAYAGG(JSON_ARRAY(closed.day, closed.playtime))
        FROM character_days AS closed
        WHERE
            closed.character_id = now.character_id AND closed.day > :since AND closed.day >= now.first_day
            AND now.changed_day > :since
    ) AS days
FROM character_now AS now
JOIN character_histories AS begun ON begun.character_id = now.character_id AND begun.first_day = now.first_day
WHERE now.character_id > :after
ORDER BY now.character_id
LIMIT :count

-- name: registrations(after, since, count)
SELECT profiles.login, profiles.created_at AS at, COALESCE(account_sources.source, '') AS source,
       COALESCE(account_sources.campaign, '') AS campaign
FROM profiles
LEFT JOIN account_sources ON account_sources.login = profiles.login
WHERE profiles.login > :after AND profiles.created_at >= :since
ORDER BY profiles.login
LIMIT :count

-- name: sales(after, since, count)
-- Payments of accounts that registered since then. `amount` and `refunded_amount` are in `currency`, `net` in `settled_in`.
SELECT payments.id, donations.account, payments.provider, donations.currency,
       COALESCE(payments.settlement_currency, donations.currency) AS settled_in, payments.amount,
       payments.refunded AS refunded_amount, payments.net
FROM payments
JOIN donations ON donations.id = payments.donation_id
JOIN profiles ON profiles.login = donations.account
WHERE payments.id > :after AND payments.outcome IN ('completed', 'refunded') AND profiles.created_at >= :since
ORDER BY payments.id
LIMIT :count

-- name: last_purchases(accounts)
SELECT account, MAX(paid_at) AS at
FROM donations
WHERE account IN :accounts AND status IN ('completed', 'refunded') AND paid_at IS NOT NULL
GROUP BY account
