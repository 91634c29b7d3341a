-- Codes: campaigns, codes by hash, redemptions.

-- name: campaigns()
-- The newest first.
SELECT campaign.id, campaign.name, campaign.kind, campaign.coins, campaign.starts_at, campaign.expires_at,
       campaign.max_redemptions, campaign.redeemed, campaign.closed_at,
       EXISTS (SELECT 1 FROM codes WHERE campaign_id = campaign.id) AS codes_made,
       EXISTS (SELECT 1 FROM coin_grants
               WHERE campaign_id = campaign.id AND is_held = 1 AND COALESCE(is_released, 0) = 0) AS is_held,
       COALESCE((SELECT operator FROM operator_log
                 WHERE subject = CONCAT('codes:', campaign.id) ORDER BY id LIMIT 1), '') AS made_by,
       COALESCE((SELECT reason FROM operator_log
                 WHERE subject = CONCAT('codes:', campaign.id) ORDER BY id LIMIT 1), '') AS reason
FROM code_campaigns AS campaign
ORDER BY campaign.id DESC

-- name: redemptions(campaign_id, before, limit)
-- The newest first, below an id.
SELECT id, account, redeemed_at AS at
FROM code_redemptions
WHERE campaign_id = :campaign_id AND id < :before
ORDER BY id DESC
LIMIT :limit

-- name: lock(id)
SELECT id, name, kind, coins, starts_at, expires_at, max_redemptions, redeemed, closed_at,
       EXISTS (SELECT 1 FROM codes WHERE campaign_id = :id) AS codes_made, 0 AS is_held, '' AS made_by, '' AS reason
FROM code_campaigns
WHERE id = :id
FOR UPDATE

-- name: add_campaign(name, kind, coins, starts_at, expires_at, max_redemptions, created_at)
INSERT INTO code_campaigns (name, kind, coins, starts_at, expires_at, max_redemptions, created_at)
VALUES (:name, :kind, :coins, :starts_at, :expires_at, :max_redemptions, :created_at)

-- name: last_id()
-- The id of the row that this connection has added last.
SELECT CAST(LAST_INSERT_ID() AS SIGNED) AS id

-- name: add_codes(campaign_id, rows)
INSERT INTO codes (campaign_id, hash)
SELECT :campaign_id, code.hash
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (hash CHAR(64) PATH '$[0]')) AS code

-- name: close(id, at)
UPDATE code_campaigns SET closed_at = :at WHERE id = :id

-- name: find(hash)
SELECT code.id, code.campaign_id, campaign.kind, campaign.coins
FROM codes AS code
JOIN code_campaigns AS campaign ON campaign.id = code.campaign_id
WHERE code.hash = :hash

-- name: take(id, now)
-- Counts a redemption if the campaign has one left and does not wait for its release, and locks its row until the end of the transaction.
UPDATE code_campaigns
SET redeemed = redeemed + 1
WHERE id = :id AND redeemed < max_redemptions AND starts_at <= :now AND expires_at > :now AND closed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM coin_grants
                  WHERE coin_grants.campaign_id = :id AND is_held = 1 AND COALESCE(is_released, 0) = 0)

-- name: add_redemption(campaign_id, account, gift_code_id, redeemed_at)
INSERT INTO code_redemptions (campaign_id, account, gift_code_id, redeemed_at)
VALUES (:campaign_id, :account, :gift_code_id, :redeemed_at)

-- name: redemption(campaign_id, account)
SELECT gift_code_id, redeemed_at FROM code_redemptions WHERE campaign_id = :campaign_id AND account = :account

-- name: personal_redemptions(login, limit, start)
SELECT JSON_OBJECT('campaign', campaign.name, 'coins', campaign.coins, 'redeemed_at',
                   redemption.redeemed_at) AS body
FROM code_redemptions AS redemption
JOIN code_campaigns AS campaign ON campaign.id = redemption.campaign_id
WHERE redemption.account = :login
ORDER BY redemption.id
LIMIT :limit OFFSET :start
