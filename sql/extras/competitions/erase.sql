-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
UPDATE {site}.competition_prizes SET account = alias WHERE account = erased;
UPDATE {site}.operator_log
SET new_values = JSON_REPLACE(new_values, '$.account', alias, '$.character', 'erased',
                              '$.ledger', CONCAT('wallet:', alias))
WHERE subject LIKE 'prize:%' AND LOCATE(CONCAT('"account":"', erased, '"'), new_values) > 0;
