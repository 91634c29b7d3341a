-- What forbids that `gateway extras disable --drop` drops these tables, while there are such rows: each block counts them.

-- name: kept_messages()
-- messages of the channel `alerts` that wait to be sent
SELECT COUNT(*) AS count FROM messages WHERE channel = 'alerts' AND state = 'waiting' AND expires_at > UNIX_TIMESTAMP()
