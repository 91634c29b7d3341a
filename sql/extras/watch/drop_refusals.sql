-- What forbids that `gateway extras disable --drop` drops these tables, while there are such rows: each block counts them.

-- name: kept_messages()
-- messages of the channel `digest` that wait to be sent
SELECT COUNT(*) AS count FROM messages WHERE channel = 'digest' AND state = 'waiting' AND expires_at > UNIX_TIMESTAMP()
