-- What forbids that `gateway extras disable --drop` drops these tables, while there are such rows: each block counts them.

-- name: kept_transfers()
-- transfers of the kind `competition` in the ledger, which these tables explain
SELECT COUNT(*) AS count FROM ledger_transfers WHERE kind = 'competition'

-- name: kept_competitions()
-- competitions, which the operators' log names by their numbers
SELECT COUNT(*) AS count FROM competitions
