-- Administration: money by state, period and buyer. Amounts in minor units, times in epoch seconds.

-- name: states(since, until)
-- Donations of a period by state and currency; a disputed one counts there too.
SELECT status AS state, currency, COUNT(*) AS donations, CAST(SUM(amount) AS SIGNED) AS amount
FROM donations
WHERE created_at >= :since AND created_at < :until
GROUP BY status, currency
UNION ALL
SELECT 'disputed', currency, COUNT(*), CAST(SUM(amount) AS SIGNED)
FROM donations
WHERE created_at >= :since AND created_at < :until AND disputed = 1
GROUP BY currency
UNION ALL
SELECT 'mismatched', currency, COUNT(*), CAST(SUM(amount) AS SIGNED)
FROM donations
WHERE created_at >= :since AND created_at < :until
  AND EXISTS (SELECT 1 FROM payments WHERE payments.donation_id = donations.id AND payments.mismatch IS NOT NULL)
GROUP BY currency

-- name: donations(statuses, disputed, mismatched, since, until, before_at, before_id, limit)
-- Newest first, below `before_at` and `before_id`.
SELECT id, created_at, account, character_name, amount, currency, total_coins, coins_credited, status, disputed,
       init_point IS NOT NULL AS opened, cancelled_at IS NOT NULL AS cancelled, 0 AS total
FROM donations
WHERE status IN :statuses AND created_at >= :since AND created_at < :until AND disputed >= :disputed
  AND (created_at < :before_at OR (created_at = :before_at AND id < :before_id))
  AND (:mismatched = 0 OR EXISTS (SELECT 1 FROM payments
                                  WHERE payments.donation_id = donations.id AND payments.mismatch IS NOT NULL))
ORDER BY created_at DESC, id DESC
LIMIT :limit

-- name: mismatched_payments(limit)
-- Payments that hold a buyer's money and do not match their donation, oldest first.
SELECT payment.id, payment.provider, payment.reference, COALESCE(payment.donation_id, '') AS donation_id, payment.state,
       payment.status, payment.detail, payment.amount, COALESCE(payment.currency, donation.currency, '') AS currency,
       payment.coins, payment.mismatch, payment.first_seen_at AS since, donation.account, donation.amount AS asked,
       donation.currency AS asked_currency
FROM payments AS payment
LEFT JOIN donations AS donation ON donation.id = payment.donation_id
WHERE payment.mismatch IS NOT NULL
  AND payment.state NOT IN ('pending', 'failed', 'reversed')
ORDER BY payment.first_seen_at, payment.id
LIMIT :limit

-- name: disputes(limit)
-- Undecided disputes first. The bank decided: `charged_back` at Mercado Pago, detail `won` or `lost` at any other provider.
SELECT CASE WHEN payment.provider = 'mercadopago' THEN payment.reference
            ELSE CONCAT(payment.provider, ':', payment.reference) END AS payment,
       donation.id AS donation, donation.account, payment.amount, donation.currency, donation.total_coins AS coins, payment.held,
       payment.updated_ms DIV 1000 AS changed_at,
       CASE WHEN payment.state = 'disputed' THEN 'mediation'
            WHEN payment.contested = 1 THEN 'chargeback'
            WHEN payment.state = 'paid' AND payment.detail <> 'lost' THEN 'won'
            ELSE 'lost' END AS state
FROM payments AS payment
JOIN donations AS donation ON donation.id = payment.donation_id
WHERE (payment.state = 'disputed' OR payment.contested = 1 OR payment.status = 'charged_back'
       OR (payment.status IN ('paid', 'reversed') AND payment.detail IN ('won', 'lost')))
  AND payment.mismatch IS NULL
ORDER BY payment.state <> 'disputed' AND payment.contested = 0, payment.updated_ms DESC
LIMIT :limit

-- name: settlement(since, until, shift, now)
-- Paid payments by day of their approval; `shift` seconds are the distance of the site's time zone to UTC. Refunds
-- count on the day of the payment. `fee`, `net` and `released` are in `settled_in`, the other amounts in `currency`.
-- `unreported`: payments without a net amount.
SELECT CAST(FLOOR((paid_at + :shift) / 86400) AS SIGNED) AS day, provider, currency, settled_in, COUNT(*) AS payments,
       CAST(SUM(amount) AS SIGNED) AS gross,
       CAST(SUM(refunded - charged_back) AS SIGNED) AS refunds,
       CAST(SUM(charged_back) AS SIGNED) AS chargebacks,
       CAST(COALESCE(SUM(fee), 0) AS SIGNED) AS fee, CAST(COALESCE(SUM(net), 0) AS SIGNED) AS net,
       CAST(COALESCE(SUM(IF(release_at <= :now, net, 0)), 0) AS SIGNED) AS released,
       CAST(SUM(net IS NULL) AS SIGNED) AS unreported
FROM (SELECT COALESCE(payment.approved_at, payment.first_seen_at) AS paid_at, payment.provider, payment.amount,
             payment.refunded, payment.charged_back, payment.release_at, payment.fee, payment.net,
             donation.currency, COALESCE(payment.settlement_currency, donation.currency) AS settled_in
      FROM payments AS payment
      JOIN donations AS donation ON donation.id = payment.donation_id
      WHERE payment.outcome IN ('completed', 'refunded')) AS paid
WHERE paid_at >= :since AND paid_at < :until
GROUP BY day, provider, currency, settled_in
ORDER BY day DESC, provider, currency, settled_in

-- name: shares(since, until)
-- Amounts of the first 1, 5 and 20 % of the buyers of each currency, each rounded up to whole buyers.
SELECT currency, MAX(buyers) AS buyers, CAST(SUM(amount) AS SIGNED) AS amount,
       CAST(SUM(IF(place <= CEILING(buyers / 100), amount, 0)) AS SIGNED) AS first_1,
       CAST(SUM(IF(place <= CEILING(buyers / 20), amount, 0)) AS SIGNED) AS first_5,
       CAST(SUM(IF(place <= CEILING(buyers / 5), amount, 0)) AS SIGNED) AS first_20
FROM (SELECT currency, amount, ROW_NUMBER() OVER (PARTITION BY currency ORDER BY amount DESC) AS place,
             COUNT(*) OVER (PARTITION BY currency) AS buyers
      FROM (SELECT account, currency, SUM(amount - refunded_amount) AS amount
            FROM donations
            WHERE status IN ('completed', 'refunded') AND created_at >= :since AND created_at < :until
            GROUP BY account, currency
            HAVING SUM(amount - refunded_amount) > 0) AS paid) AS ranked
GROUP BY currency
ORDER BY currency

-- name: buyers(since, until, limit)
-- The first buyers of each currency.
SELECT account, currency, donations, paid
FROM (SELECT account, currency, COUNT(*) AS donations, CAST(SUM(amount - refunded_amount) AS SIGNED) AS paid,
             ROW_NUMBER() OVER (PARTITION BY currency ORDER BY SUM(amount - refunded_amount) DESC, account) AS place
      FROM donations
      WHERE status IN ('completed', 'refunded') AND created_at >= :since AND created_at < :until
      GROUP BY account, currency
      HAVING SUM(amount - refunded_amount) > 0) AS ranked
WHERE place <= :limit
ORDER BY currency, paid DESC, account

-- name: due(now, pending_before, pending_since, checked_before, checked_since)
-- Counts the payments that `gateway reconcile` asks the provider for.
SELECT (SELECT COUNT(DISTINCT provider, reference)
        FROM webhook_inbox
        WHERE status = 'waiting' AND due_at <= :now) AS webhook_payments,
       (SELECT COUNT(*) FROM donations
        WHERE status = 'pending' AND created_at BETWEEN :pending_since AND :pending_before
          AND COALESCE(checked_at, 0) <= :now - GREATEST(300, (:now - created_at) DIV 20)) AS pending_donations,
       (SELECT COUNT(*) FROM donations
        WHERE status IN ('completed', 'failed', 'refunded') AND created_at >= :checked_since
          AND COALESCE(checked_at, created_at) <= :checked_before) AS finished_donations

-- name: donation(id)
SELECT id, account, character_name, amount, currency, total_coins, coins_credited, refunded_amount, status, disputed,
       created_at, paid_at, credited_at
FROM donations
WHERE id = :id

-- name: evidence_payments(donation)
SELECT CASE WHEN provider = 'mercadopago' THEN reference
            ELSE CONCAT(provider, ':', reference) END AS id,
       status, detail, amount, refunded, currency, method, CAST(payer AS CHAR) AS payer, approved_at, first_seen_at AS received_at
FROM payments
WHERE donation_id = :donation
ORDER BY id

-- name: evidence_webhooks(donation)
-- A webhook is stored only after its signature was checked.
SELECT CASE WHEN provider = 'mercadopago' THEN reference
            ELSE CONCAT(provider, ':', reference) END AS payment,
       received_at, deliveries AS times
FROM webhook_inbox
WHERE payment_id IN (SELECT id FROM payments WHERE donation_id = :donation)
ORDER BY id
LIMIT 100

-- name: evidence_sign_ins(account, since, limit)
SELECT ip_address AS address, COUNT(*) AS times, MIN(at) AS first_at, MAX(at) AS last_at
FROM security_log
WHERE login = :account AND action = 'LOGIN' AND success = 1 AND at >= :since
GROUP BY ip_address
ORDER BY last_at DESC
LIMIT :limit

-- name: evidence_deliveries(account, since, limit)
SELECT id, character_name, amount AS coins, status, receipt, created_at, delivered_at
FROM deliveries
WHERE account = :account AND created_at >= :since
ORDER BY id
LIMIT :limit

-- name: evidence_spins(account, since)
SELECT COUNT(*) AS spins, CAST(COALESCE(SUM(cost), 0) AS SIGNED) AS cost
FROM roulette_spins
WHERE account = :account AND created_at >= :since
