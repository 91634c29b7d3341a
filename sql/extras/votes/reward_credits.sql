-- name: reward_credits(account, wallet, since)
-- Part of the query `wallet.credits`: first credits of rewards after `since`.
SELECT credit.id, credit.created_at, SUM(entry.amount), 1, 0
FROM votes AS vote
JOIN ledger_transfers AS credit ON credit.reference = CONCAT('vote:', vote.id) AND credit.kind = 'vote'
JOIN ledger_transfers AS transfer ON transfer.reference = credit.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = :wallet
WHERE vote.account = :account AND vote.credited_at > :since
GROUP BY credit.id, credit.created_at
