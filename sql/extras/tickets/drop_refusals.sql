-- What forbids that `gateway extras disable --drop` drops these tables, while there are such rows: each block counts them.

-- name: open_tickets()
-- tickets that wait for an operator
SELECT COUNT(*) AS count FROM tickets WHERE state IN ('open', 'waiting')

-- name: kept_messages()
-- messages of the channel `ticket` that wait to be sent
SELECT COUNT(*) AS count FROM messages WHERE channel = 'ticket' AND state = 'waiting' AND expires_at > UNIX_TIMESTAMP()
