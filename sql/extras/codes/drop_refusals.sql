-- What forbids that `gateway extras disable --drop` drops these tables, while there are such rows: each block counts them.

-- name: kept_transfers()
-- transfers of the kind `code` in the ledger, which these tables explain
SELECT COUNT(*) AS count FROM ledger_transfers WHERE kind = 'code'

-- name: kept_campaigns()
-- campaigns, which the operators' log and the releases of coins name by their numbers
SELECT COUNT(*) AS count FROM code_campaigns
