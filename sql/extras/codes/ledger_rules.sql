-- Rules of `gateway ledger check`: each block is one, with the rule as its first comment. Every row that a statement returns
-- is a violation: its subject, the expected number and the one found.

-- name: wrong_code_owners(limit)
-- each transfer of a redeemed code moves coins of the account that redeemed it
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 0 AS expected, COUNT(*) AS found
FROM ledger_transfers AS reward
JOIN ledger_transfers AS transfer ON transfer.reference = reward.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account NOT LIKE 'house:%'
LEFT JOIN code_redemptions AS redemption
    ON redemption.id = CAST(SUBSTRING(reward.reference, 6) AS UNSIGNED)
   AND reward.reference = CONCAT('code:', redemption.id)
WHERE reward.kind = 'code'
  AND (redemption.account IS NULL
       OR SUBSTRING(entry.account, LOCATE(':', entry.account) + 1) <> redemption.account)
GROUP BY transfer.id, transfer.idempotency_key
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_code_moments(limit)
-- each transfer of a redeemed code has the second of its cause
SELECT CONCAT('transfer ', reward.id, ', ', reward.idempotency_key) AS subject, redemption.redeemed_at AS expected,
       reward.created_at AS found
FROM ledger_transfers AS reward
JOIN code_redemptions AS redemption
    ON redemption.id = CAST(SUBSTRING(reward.reference, 6) AS UNSIGNED)
   AND reward.reference = CONCAT('code:', redemption.id)
WHERE reward.kind = 'code' AND reward.created_at <> redemption.redeemed_at
ORDER BY reward.id
LIMIT :limit

-- name: wrong_code_coins(limit)
-- each redemption of a code was paid once, with the coins of its campaign
-- `found`: coins that the transfers of the redemption have paid.
SELECT CONCAT('code:', redemption.id) AS subject, campaign.coins AS expected,
       CAST(COALESCE(SUM(-entry.amount), 0) AS SIGNED) AS found
FROM code_redemptions AS redemption
JOIN code_campaigns AS campaign ON campaign.id = redemption.campaign_id
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = CONCAT('code:', redemption.id) AND transfer.kind = 'code'
LEFT JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = 'house:promotions'
GROUP BY redemption.id, campaign.coins
HAVING expected <> found
ORDER BY redemption.id
LIMIT :limit

-- name: wrong_code_counts(limit)
-- each campaign of codes counts its redemptions
SELECT CONCAT('codes:', campaign.id) AS subject, COUNT(redemption.id) AS expected, campaign.redeemed AS found
FROM code_campaigns AS campaign
LEFT JOIN code_redemptions AS redemption ON redemption.campaign_id = campaign.id
GROUP BY campaign.id, campaign.redeemed
HAVING expected <> found
ORDER BY campaign.id
LIMIT :limit

-- name: changed_campaign_terms(limit)
-- each campaign of codes has the terms of the log entry that made it
SELECT CONCAT('codes:', campaign.id) AS subject, 1 AS expected, 0 AS found
FROM code_campaigns AS campaign
LEFT JOIN (
    SELECT subject, MIN(id) AS id
    FROM operator_log
    WHERE subject LIKE 'codes:%' AND outcome = 'done'
    GROUP BY subject
) AS made ON made.subject = CONCAT('codes:', campaign.id)
LEFT JOIN operator_log AS entry ON entry.id = made.id AND JSON_VALID(entry.new_values)
WHERE NOT COALESCE(
    JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.kind')) = campaign.kind
    AND JSON_EXTRACT(entry.new_values, '$.coins') = campaign.coins
    AND JSON_EXTRACT(entry.new_values, '$.max_redemptions') = campaign.max_redemptions
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.starts_at'))
        = DATE_FORMAT(TIMESTAMPADD(SECOND, campaign.starts_at, '1970-01-01'), '%Y-%m-%dT%T+00:00')
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.expires_at'))
        = DATE_FORMAT(TIMESTAMPADD(SECOND, campaign.expires_at, '1970-01-01'), '%Y-%m-%dT%T+00:00'), FALSE)
ORDER BY campaign.id
LIMIT :limit

-- name: reopened_campaigns(limit)
-- each campaign of codes is closed if the log says so, and no other
-- `expected`: entries of the log that close the campaign.
SELECT CONCAT('codes:', campaign.id) AS subject, COUNT(entry.id) AS expected, campaign.closed_at IS NOT NULL AS found
FROM code_campaigns AS campaign
LEFT JOIN operator_log AS entry
    ON entry.subject = CONCAT('codes:', campaign.id) AND entry.outcome = 'done' AND JSON_VALID(entry.new_values)
   AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.closed_at')) LIKE '____-%'
GROUP BY campaign.id, campaign.closed_at
HAVING expected <> found
ORDER BY campaign.id
LIMIT :limit

-- name: unlogged_codes(limit)
-- each campaign has as many codes as the log says
-- The log counts codes that were made; a promo code that its operator has chosen came with its campaign.
SELECT CONCAT('codes:', side.id) AS subject, COALESCE(side.logged, LEAST(side.codes, side.kind = 'promo')) AS expected,
       side.codes AS found
FROM (
    SELECT campaign.id, campaign.kind,
           (SELECT COUNT(*) FROM codes WHERE campaign_id = campaign.id) AS codes,
           (SELECT MAX(CAST(JSON_UNQUOTE(JSON_EXTRACT(new_values, '$.codes')) AS SIGNED))
            FROM operator_log
            WHERE subject = CONCAT('codes:', campaign.id) AND outcome = 'done' AND JSON_VALID(new_values)) AS logged
    FROM code_campaigns AS campaign
) AS side
HAVING expected <> found
ORDER BY side.id
LIMIT :limit

-- name: wrong_redemptions(limit)
-- each redemption is in its campaign's time, after its release, and a gift's with its code
-- A minute more after the end and before a release: clocks of processes differ.
SELECT CONCAT('code:', redemption.id) AS subject, 1 AS expected, 0 AS found
FROM code_redemptions AS redemption
JOIN code_campaigns AS campaign ON campaign.id = redemption.campaign_id
LEFT JOIN codes AS code ON code.id = redemption.gift_code_id
LEFT JOIN coin_grants AS made ON made.campaign_id = campaign.id AND made.is_held = 1
WHERE redemption.redeemed_at < campaign.starts_at OR redemption.redeemed_at >= campaign.expires_at
   OR redemption.redeemed_at > COALESCE(campaign.closed_at + 60, redemption.redeemed_at)
   OR (campaign.kind = 'gift') <> (redemption.gift_code_id IS NOT NULL)
   OR (redemption.gift_code_id IS NOT NULL AND NOT code.campaign_id <=> redemption.campaign_id)
   OR (made.id IS NOT NULL
       AND NOT COALESCE(made.is_released = 1 AND made.decided_at <= redemption.redeemed_at + 60, FALSE))
ORDER BY redemption.id
LIMIT :limit
