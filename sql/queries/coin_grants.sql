-- Coins that operators make, and those above their daily sum that wait for another operator.

-- name: lock_operator(name)
-- Changes of one operator wait for each other, so each sums up those before it.
SELECT name FROM operators WHERE name = :name FOR UPDATE

-- name: made(operator, since)
-- Coins that an operator has made without another's release.
SELECT CAST(COALESCE(SUM(coins), 0) AS SIGNED) AS coins
FROM coin_grants
WHERE operator = :operator AND created_at > :since AND is_held = 0

-- name: add(operator, coins, campaign_id, log_id, post_key, now, is_held)
INSERT INTO coin_grants (operator, coins, campaign_id, log_id, post_key, created_at, is_held)
VALUES (:operator, :coins, :campaign_id, :log_id, :post_key, :now, :is_held)

-- name: last_id()
-- The id of the row that this connection has added last.
SELECT CAST(LAST_INSERT_ID() AS SIGNED) AS id

-- name: held(decided_since, limit)
-- Those that wait, the oldest first, then those that were decided since.
SELECT coin_grants.id, coin_grants.operator, coin_grants.coins, coin_grants.campaign_id, coin_grants.post_key,
       coin_grants.created_at, coin_grants.decided_by, coin_grants.decided_at, coin_grants.is_released,
       COALESCE(operator_log.subject, CONCAT('codes:', coin_grants.campaign_id)) AS subject,
       COALESCE(operator_log.reason,
                (SELECT reason FROM operator_log WHERE operator_log.subject = CONCAT('codes:', coin_grants.campaign_id)
                 ORDER BY operator_log.id LIMIT 1), '') AS reason
FROM coin_grants
LEFT JOIN operator_log ON operator_log.id = coin_grants.log_id
WHERE coin_grants.is_held = 1 AND (coin_grants.decided_at IS NULL OR coin_grants.decided_at > :decided_since)
ORDER BY coin_grants.decided_at IS NOT NULL, coin_grants.id
LIMIT :limit

-- name: lock(id)
SELECT coin_grants.id, coin_grants.operator, coin_grants.coins, coin_grants.campaign_id, coin_grants.post_key,
       coin_grants.created_at, coin_grants.decided_by, coin_grants.decided_at, coin_grants.is_released,
       COALESCE((SELECT subject FROM operator_log WHERE operator_log.id = coin_grants.log_id),
                CONCAT('codes:', coin_grants.campaign_id)) AS subject,
       '' AS reason
FROM coin_grants
WHERE coin_grants.id = :id AND coin_grants.is_held = 1
FOR UPDATE

-- name: of_campaign(campaign_id)
SELECT id FROM coin_grants WHERE campaign_id = :campaign_id AND is_held = 1

-- name: decide(id, operator, now, is_released)
UPDATE coin_grants SET decided_by = :operator, decided_at = :now, is_released = :is_released
WHERE id = :id AND decided_at IS NULL

-- name: own_releases(since)
-- Releases by the operator who made the coins.
SELECT COUNT(*) AS count FROM coin_grants
WHERE decided_at > :since AND is_held = 1 AND is_released = 1 AND decided_by = operator

-- name: count_waiting()
SELECT COUNT(*) AS count FROM coin_grants WHERE is_held = 1 AND decided_at IS NULL
