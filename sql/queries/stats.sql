-- name: accounts()
SELECT COUNT(*) AS total
FROM accounts
