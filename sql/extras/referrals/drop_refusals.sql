-- What forbids that `gateway extras disable --drop` drops these tables, while there are such rows: each block counts them.

-- name: kept_transfers()
-- transfers of the kind `referral` in the ledger, which these tables explain
SELECT COUNT(*) AS count FROM ledger_transfers WHERE kind = 'referral'

-- name: kept_referrals()
-- referrals that wait for their coins
SELECT COUNT(*) AS count FROM referrals WHERE state = 'waiting'
