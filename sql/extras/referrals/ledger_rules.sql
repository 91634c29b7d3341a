-- Rules of `gateway ledger check`: each block is one, with the rule as its first comment. Every row that a statement returns
-- is a violation: its subject, the expected number and the one found.

-- name: wrong_referral_owners(limit)
-- each transfer of a referral moves coins of its two accounts
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 0 AS expected, COUNT(*) AS found
FROM ledger_transfers AS reward
JOIN ledger_transfers AS transfer ON transfer.reference = reward.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account NOT LIKE 'house:%'
LEFT JOIN referrals AS referral
    ON referral.id = CAST(SUBSTRING(reward.reference, 10) AS UNSIGNED) AND referral.state = 'paid'
   AND reward.reference IN (CONCAT('referral:', referral.id, ':account'), CONCAT('referral:', referral.id, ':referrer'))
WHERE reward.kind = 'referral'
  AND (referral.account IS NULL
       OR SUBSTRING(entry.account, LOCATE(':', entry.account) + 1) <> CASE WHEN reward.reference LIKE '%:account' THEN referral.account ELSE referral.referrer END)
GROUP BY transfer.id, transfer.idempotency_key
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_referral_moments(limit)
-- each transfer of a referral has the second of its cause
SELECT CONCAT('transfer ', reward.id, ', ', reward.idempotency_key) AS subject, referral.settled_at AS expected,
       reward.created_at AS found
FROM ledger_transfers AS reward
JOIN referrals AS referral
    ON referral.id = CAST(SUBSTRING(reward.reference, 10) AS UNSIGNED) AND referral.state = 'paid'
   AND reward.reference IN (CONCAT('referral:', referral.id, ':account'), CONCAT('referral:', referral.id, ':referrer'))
WHERE reward.kind = 'referral' AND reward.created_at <> referral.settled_at
ORDER BY reward.id
LIMIT :limit

-- name: wrong_referrals(limit)
-- each paid referral was paid once to both of its accounts
-- `found`: coins that the transfers of one side of the referral have paid; `expected`: 0 while it is not paid.
SELECT CONCAT('referral:', referral.id, ':', side.name) AS subject,
       CASE WHEN referral.state <> 'paid' THEN 0 WHEN side.name = 'account' THEN referral.account_coins
            ELSE referral.referrer_coins END AS expected,
       CAST(COALESCE(SUM(-entry.amount), 0) AS SIGNED) AS found
FROM referrals AS referral
JOIN (SELECT 'account' AS name UNION ALL SELECT 'referrer') AS side
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = CONCAT('referral:', referral.id, CASE side.name WHEN 'account' THEN ':account' ELSE ':referrer' END)
   AND transfer.kind = 'referral'
LEFT JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = 'house:promotions'
GROUP BY referral.id, side.name, referral.state, referral.account_coins, referral.referrer_coins
HAVING expected <> found
ORDER BY subject
LIMIT :limit

-- name: referrals_of_old_accounts(limit)
-- each referral is of an account that registered with it
-- A referral is made in the transaction that registers its account. A login that registers again has a later profile.
SELECT CONCAT('referral:', referral.id) AS subject, referral.registered_at AS expected,
       COALESCE(profile.created_at, 0) AS found
FROM referrals AS referral
LEFT JOIN profiles AS profile ON profile.login = referral.account
WHERE COALESCE(profile.created_at, 0) < referral.registered_at - 60
ORDER BY referral.id
LIMIT :limit
