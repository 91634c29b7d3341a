-- What forbids that `gateway extras disable --drop` drops these tables, while there are such rows: each block counts them.

-- name: kept_requests()
-- requests for an erasure that wait
SELECT COUNT(*) AS count FROM erasure_requests WHERE state IN ('waiting', 'held')

-- name: kept_messages()
-- messages of the channel `data_protection` that wait to be sent
SELECT COUNT(*) AS count FROM messages
WHERE channel = 'data_protection' AND state = 'waiting' AND expires_at > UNIX_TIMESTAMP()
