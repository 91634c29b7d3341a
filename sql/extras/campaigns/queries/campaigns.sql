-- Recharge campaigns, and what donations were promised and given.

-- name: all()
-- The newest first.
SELECT id, name, steps, starts_at, ends_at, account_cap, total_cap, first_only, ended_at, created_at
FROM recharge_campaigns
ORDER BY id DESC

-- name: announced(now)
-- Campaigns that run or come, by their start.
SELECT id, name, steps, starts_at, ends_at, account_cap, total_cap, first_only, ended_at, created_at
FROM recharge_campaigns
WHERE ends_at > :now AND ended_at IS NULL
ORDER BY starts_at, id

-- name: count_running(now)
SELECT COUNT(*) AS count
FROM recharge_campaigns
WHERE ends_at > :now AND starts_at <= :now AND ended_at IS NULL

-- name: running(now)
SELECT id, name, steps, starts_at, ends_at, account_cap, total_cap, first_only, ended_at, created_at
FROM recharge_campaigns
WHERE ends_at > :now AND starts_at <= :now AND ended_at IS NULL
ORDER BY id

-- name: lock_running(now)
SELECT id, name, steps, starts_at, ends_at, account_cap, total_cap, first_only, ended_at, created_at
FROM recharge_campaigns
WHERE ends_at > :now AND starts_at <= :now AND ended_at IS NULL
ORDER BY id
FOR UPDATE

-- name: lock(id)
SELECT id, name, steps, starts_at, ends_at, account_cap, total_cap, first_only, ended_at, created_at
FROM recharge_campaigns
WHERE id = :id
FOR UPDATE

-- name: add(name, steps, starts_at, ends_at, account_cap, total_cap, first_only, created_at)
INSERT INTO recharge_campaigns (name, steps, starts_at, ends_at, account_cap, total_cap, first_only, created_at)
VALUES (:name, :steps, :starts_at, :ends_at, :account_cap, :total_cap, :first_only, :created_at)

-- name: last_id()
-- The id of the row that this connection has added last.
SELECT CAST(LAST_INSERT_ID() AS SIGNED) AS id

-- name: end(id, at)
UPDATE recharge_campaigns SET ended_at = :at WHERE id = :id

-- name: promised(campaign_ids, account, donation_id, now, open_seconds)
-- Coins that campaigns have promised, to the account and in all, without the donation. A donation that failed counts while
-- its checkout can be paid: a promise holds until then.
SELECT offer.campaign_id, CAST(SUM(offer.coins) AS SIGNED) AS coins,
       CAST(SUM(CASE WHEN offer.account = :account THEN offer.coins ELSE 0 END) AS SIGNED) AS account_coins
FROM campaign_offers AS offer
JOIN donations AS donation ON donation.id = offer.donation_id
WHERE offer.campaign_id IN :campaign_ids AND offer.donation_id <> :donation_id
  AND (donation.status <> 'failed'
       OR (donation.init_point IS NOT NULL
           AND COALESCE(donation.expires_at, donation.created_at + :open_seconds) > :now))
GROUP BY offer.campaign_id

-- name: credited_donations(account)
SELECT COUNT(*) AS count FROM donations WHERE account = :account AND credited_at IS NOT NULL

-- name: offer_of(donation_id)
SELECT offer.coins, offer.campaign_id, offer.account, campaign.account_cap, campaign.total_cap
FROM campaign_offers AS offer
JOIN recharge_campaigns AS campaign ON campaign.id = offer.campaign_id
WHERE offer.donation_id = :donation_id
FOR UPDATE

-- name: add_offer(donation_id, campaign_id, account, coins, promised_at)
INSERT INTO campaign_offers (donation_id, campaign_id, account, coins, promised_at)
VALUES (:donation_id, :campaign_id, :account, :coins, :promised_at)

-- name: lock_offer(donation_id, open_seconds)
-- With the present state of its donation, whose row is locked. In time: a payment began before the checkout ended.
SELECT offer.id, donation.account, offer.coins, offer.given, offer.is_disputed, offer.moves,
       donation.coins_credited, donation.total_coins, donation.disputed,
       COALESCE((SELECT MIN(LEAST(payment.first_seen_at, COALESCE(payment.approved_at, payment.first_seen_at)))
                 FROM payments AS payment
                 WHERE payment.donation_id = donation.id AND payment.mismatch IS NULL)
                <= COALESCE(donation.expires_at, donation.created_at + :open_seconds), 0) AS is_in_time
FROM campaign_offers AS offer
JOIN donations AS donation ON donation.id = offer.donation_id
WHERE offer.donation_id = :donation_id
FOR UPDATE

-- name: record(id, given, is_disputed, moves)
UPDATE campaign_offers SET given = :given, is_disputed = :is_disputed, moves = :moves WHERE id = :id

-- name: of_account(account, since)
-- Of donations that began since then and did not fail; the newest first.
SELECT offer.donation_id, campaign.name AS campaign, offer.coins, offer.given
FROM campaign_offers AS offer
JOIN recharge_campaigns AS campaign ON campaign.id = offer.campaign_id
JOIN donations AS donation ON donation.id = offer.donation_id
WHERE offer.account = :account AND donation.created_at >= :since AND donation.status <> 'failed'
ORDER BY offer.id DESC

-- name: figures()
-- By campaign: donations that were paid, accounts that paid them, and coins that they have of the campaign now.
SELECT offer.campaign_id, COUNT(donation.credited_at) AS donations,
       COUNT(DISTINCT CASE WHEN donation.credited_at IS NOT NULL THEN offer.account END) AS accounts,
       CAST(SUM(offer.given) AS SIGNED) AS given
FROM campaign_offers AS offer
JOIN donations AS donation ON donation.id = offer.donation_id
GROUP BY offer.campaign_id

-- name: offers(campaign_id, before, limit)
-- The newest first, below an id.
SELECT offer.id, offer.donation_id AS donation, offer.account, donation.status, offer.coins, offer.given,
       offer.promised_at AS at
FROM campaign_offers AS offer
JOIN donations AS donation ON donation.id = offer.donation_id
WHERE offer.campaign_id = :campaign_id AND offer.id < :before
ORDER BY offer.id DESC
LIMIT :limit

-- name: personal_offers(login, limit, start)
SELECT JSON_OBJECT('donation', offer.donation_id, 'campaign', campaign.name, 'coins', offer.coins, 'given', offer.given,
                   'promised_at', offer.promised_at) AS body
FROM campaign_offers AS offer
JOIN recharge_campaigns AS campaign ON campaign.id = offer.campaign_id
WHERE offer.account = :login
ORDER BY offer.id
LIMIT :limit OFFSET :start
