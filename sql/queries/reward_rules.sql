-- Rules of coins that the site gives: codes, competitions, votes and referrals. The operators' log is anchored, so the
-- terms in the entry that made a campaign or a competition cannot be changed later. Every row that a statement returns is
-- a violation: its subject, the expected number and the one found.

-- name: changed_campaign_terms(limit)
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

-- name: unlogged_decisions(limit)
-- `decided_by` is the operator in the log.
SELECT CONCAT('coins:', made.id) AS subject, 1 AS expected, COUNT(entry.id) AS found
FROM coin_grants AS made
LEFT JOIN operator_log AS entry
    ON entry.subject = CONCAT('coins:', made.id) AND entry.operator = made.decided_by AND entry.outcome = 'done'
   AND JSON_VALID(entry.new_values)
   AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.state')) = IF(made.is_released = 1, 'released', 'refused')
WHERE made.decided_at IS NOT NULL
GROUP BY made.id
HAVING found <> 1
ORDER BY made.id
LIMIT :limit

-- name: changed_competition_terms(limit)
-- The log has the names of the classes: they are counted. Entries of earlier releases have no entrants.
SELECT CONCAT('competition:', competition.id) AS subject, 1 AS expected, 0 AS found
FROM competitions AS competition
LEFT JOIN (
    SELECT subject, MIN(id) AS id
    FROM operator_log
    WHERE subject LIKE 'competition:%' AND outcome = 'done'
    GROUP BY subject
) AS made ON made.subject = CONCAT('competition:', competition.id)
LEFT JOIN operator_log AS entry ON entry.id = made.id AND JSON_VALID(entry.new_values)
WHERE NOT COALESCE(
    JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.metric')) = competition.metric
    AND COALESCE(JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.entrants')), competition.entrants) = competition.entrants
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.days')) = CONCAT(
        DATE_FORMAT(TIMESTAMPADD(DAY, competition.first_day, '1970-01-01'), '%Y-%m-%d'), ' to ',
        DATE_FORMAT(TIMESTAMPADD(DAY, competition.last_day, '1970-01-01'), '%Y-%m-%d'))
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.levels'))
        = CONCAT(competition.min_level, ' to ', competition.max_level)
    AND (JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.classes')) = 'all') = (competition.classes = '')
    AND LENGTH(REGEXP_REPLACE(JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.classes')), '[^,]', ''))
        = LENGTH(REGEXP_REPLACE(competition.classes, '[^,]', ''))
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.prizes')) = COALESCE((
        SELECT GROUP_CONCAT(FORMAT(coins, 0, 'en_US') ORDER BY place SEPARATOR ', ')
        FROM competition_prizes
        WHERE competition_id = competition.id), 'none'), FALSE)
ORDER BY competition.id
LIMIT :limit

-- name: reopened_competitions(limit)
-- `expected`: entries of the log that close the competition.
SELECT CONCAT('competition:', competition.id) AS subject, COUNT(entry.id) AS expected,
       competition.closed_at IS NOT NULL AS found
FROM competitions AS competition
LEFT JOIN operator_log AS entry
    ON entry.subject = CONCAT('competition:', competition.id) AND entry.outcome = 'done'
   AND JSON_VALID(entry.new_values) AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.state')) = 'closed'
GROUP BY competition.id, competition.closed_at
HAVING expected <> found
ORDER BY competition.id
LIMIT :limit

-- name: settled_without_log(limit)
SELECT CONCAT('prize:', prize.competition_id, ':', prize.place) AS subject, 1 AS expected, COUNT(entry.id) AS found
FROM competition_prizes AS prize
LEFT JOIN operator_log AS entry
    ON entry.subject = CONCAT('prize:', prize.competition_id, ':', prize.place) AND entry.outcome = 'done'
WHERE prize.outcome IS NOT NULL
GROUP BY prize.competition_id, prize.place
HAVING found <> 1
ORDER BY prize.competition_id, prize.place
LIMIT :limit

-- name: wrong_vote_times(limit)
-- Windows of sites are 12 or 24 hours long. An account has a number before its first vote.
SELECT CONCAT('vote:', vote.id) AS subject, 1 AS expected, 0 AS found
FROM votes AS vote
LEFT JOIN vote_accounts AS voter ON voter.account = vote.account
WHERE vote.period NOT IN (vote.voted_at DIV 43200, vote.voted_at DIV 86400)
   OR vote.voted_at NOT BETWEEN vote.credited_at - 86460 AND vote.credited_at + 3600
   OR voter.number IS NULL
ORDER BY vote.id
LIMIT :limit

-- name: referrals_of_old_accounts(limit)
-- A referral is made in the transaction that registers its account. A login that registers again has a later profile.
SELECT CONCAT('referral:', referral.id) AS subject, referral.registered_at AS expected,
       COALESCE(profile.created_at, 0) AS found
FROM referrals AS referral
LEFT JOIN profiles AS profile ON profile.login = referral.account
WHERE COALESCE(profile.created_at, 0) < referral.registered_at - 60
ORDER BY referral.id
LIMIT :limit
