-- What forbids that `gateway extras disable --drop` drops these tables, while there are such rows: each block counts them.

-- name: kept_transfers()
-- transfers of the kinds `campaign` and `campaign_back` in the ledger, which these tables explain
SELECT COUNT(*) AS count FROM ledger_transfers WHERE kind IN ('campaign', 'campaign_back')

-- name: kept_campaigns()
-- campaigns, which the operators' log names by their numbers
SELECT COUNT(*) AS count FROM recharge_campaigns
