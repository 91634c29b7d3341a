-- Rules of `gateway ledger check`: each block is one, with the rule as its first comment. Every row that a statement returns
-- is a violation: its subject, the expected number and the one found.

-- name: wrong_campaign_owners(limit)
-- each transfer of a campaign moves coins of the account of its donation
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 0 AS expected, COUNT(*) AS found
FROM ledger_transfers AS transfer
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account NOT LIKE 'house:%'
LEFT JOIN campaign_offers AS offer
    ON offer.id = CAST(SUBSTRING(transfer.reference, 7) AS UNSIGNED) AND transfer.reference = CONCAT('bonus:', offer.id)
LEFT JOIN donations AS donation ON donation.id = offer.donation_id AND donation.account = offer.account
WHERE transfer.idempotency_key LIKE 'bonus:%'
  AND (donation.account IS NULL
       OR SUBSTRING(entry.account, LOCATE(':', entry.account) + 1) <> donation.account)
GROUP BY transfer.id, transfer.idempotency_key
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_campaign_sums(limit)
-- the coins that a campaign has given for a donation are the sum of their transfers
-- On the wallet, less those on debt. A debt that is repaid leaves the sum as it is.
SELECT CONCAT('bonus:', offer.id) AS subject, offer.given AS expected,
       CAST(COALESCE(SUM(CASE WHEN entry.account LIKE 'debt:%' THEN -entry.amount ELSE entry.amount END), 0) AS SIGNED)
           AS found
FROM campaign_offers AS offer
LEFT JOIN ledger_transfers AS transfer ON transfer.reference = CONCAT('bonus:', offer.id)
LEFT JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account NOT LIKE 'house:%'
GROUP BY offer.id, offer.given
HAVING expected <> found
ORDER BY offer.id
LIMIT :limit

-- name: wrong_campaign_moves(limit)
-- each promise of a campaign counts its transfers
SELECT CONCAT('bonus:', offer.id) AS subject, offer.moves AS expected, COUNT(transfer.id) AS found
FROM campaign_offers AS offer
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = CONCAT('bonus:', offer.id) AND transfer.kind IN ('campaign', 'campaign_back')
GROUP BY offer.id, offer.moves
HAVING expected <> found
ORDER BY offer.id
LIMIT :limit

-- name: wrong_campaign_coins(limit)
-- each donation of a campaign has the share of the promised coins that it has of its own, and fewer while disputed
-- The same rule as `bonus.target`. Before its first transfer, a payment has to have begun before the checkout ended; a
-- checkout without a recorded end is open for seven days.
SELECT side.subject, side.expected, side.found
FROM (
    SELECT offer.id, CONCAT('bonus:', offer.id) AS subject, donation.disputed, offer.given AS found,
           CASE WHEN donation.total_coins > 0
                 AND (offer.moves > 0
                      OR (SELECT MIN(LEAST(payment.first_seen_at, COALESCE(payment.approved_at, payment.first_seen_at)))
                          FROM payments AS payment
                          WHERE payment.donation_id = donation.id AND payment.mismatch IS NULL)
                         <= COALESCE(donation.expires_at, donation.created_at + 604800))
                THEN offer.coins * LEAST(donation.coins_credited, donation.total_coins) DIV donation.total_coins
                ELSE 0 END AS expected
    FROM campaign_offers AS offer
    JOIN donations AS donation ON donation.id = offer.donation_id
) AS side
WHERE side.found > side.expected OR (side.found < side.expected AND side.disputed = 0)
ORDER BY side.id
LIMIT :limit

-- name: wrong_promises(limit)
-- each promise of a campaign is of its time, and no larger than its steps and its cap allow
-- A minute more after the end: clocks of processes differ.
SELECT CONCAT('bonus:', side.id) AS subject, side.expected, side.coins AS found
FROM (
    SELECT offer.id, offer.coins, campaign.account_cap,
           CASE WHEN donation.id IS NULL OR offer.promised_at < campaign.starts_at
                  OR offer.promised_at > LEAST(campaign.ends_at, COALESCE(campaign.ended_at, campaign.ends_at)) + 60
                THEN 0
                ELSE LEAST(donation.total_coins * COALESCE((
                         SELECT MAX(step.percent)
                         FROM JSON_TABLE(campaign.steps, '$[*]' COLUMNS (
                             least BIGINT PATH '$[0]',
                             percent INT PATH '$[1]'
                         )) AS step
                         WHERE step.least <= donation.total_coins), 0) DIV 100,
                     COALESCE(campaign.account_cap, offer.coins), COALESCE(campaign.total_cap, offer.coins)) END AS expected
    FROM campaign_offers AS offer
    JOIN recharge_campaigns AS campaign ON campaign.id = offer.campaign_id
    LEFT JOIN donations AS donation ON donation.id = offer.donation_id
) AS side
WHERE side.coins > side.expected
ORDER BY side.id
LIMIT :limit

-- name: changed_recharge_terms(limit)
-- each recharge campaign has the terms of the log entry that made it
SELECT CONCAT('recharge:', campaign.id) AS subject, 1 AS expected, 0 AS found
FROM recharge_campaigns AS campaign
LEFT JOIN (
    SELECT subject, MIN(id) AS id
    FROM operator_log
    WHERE subject LIKE 'recharge:%' AND outcome = 'done'
    GROUP BY subject
) AS made ON made.subject = CONCAT('recharge:', campaign.id)
LEFT JOIN operator_log AS entry ON entry.id = made.id AND JSON_VALID(entry.new_values)
WHERE NOT COALESCE(
    JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.steps')) = campaign.steps
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.starts_at'))
        = DATE_FORMAT(TIMESTAMPADD(SECOND, campaign.starts_at, '1970-01-01'), '%Y-%m-%dT%T+00:00')
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.ends_at'))
        = DATE_FORMAT(TIMESTAMPADD(SECOND, campaign.ends_at, '1970-01-01'), '%Y-%m-%dT%T+00:00')
    AND JSON_EXTRACT(entry.new_values, '$.account_cap') = COALESCE(campaign.account_cap, 0)
    AND JSON_EXTRACT(entry.new_values, '$.total_cap') = COALESCE(campaign.total_cap, 0)
    AND JSON_EXTRACT(entry.new_values, '$.first_only') = campaign.first_only, FALSE)
ORDER BY campaign.id
LIMIT :limit

-- name: reopened_recharge_campaigns(limit)
-- each recharge campaign has ended early if the log says so, and no other
-- `expected`: entries of the log that end the campaign.
SELECT CONCAT('recharge:', campaign.id) AS subject, COUNT(entry.id) AS expected, campaign.ended_at IS NOT NULL AS found
FROM recharge_campaigns AS campaign
LEFT JOIN operator_log AS entry
    ON entry.subject = CONCAT('recharge:', campaign.id) AND entry.outcome = 'done' AND JSON_VALID(entry.new_values)
   AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.ended_at')) LIKE '____-%'
GROUP BY campaign.id, campaign.ended_at
HAVING expected <> found
ORDER BY campaign.id
LIMIT :limit
