-- name: reward_credits(account, wallet, since)
-- Part of the query `wallet.credits`: first credits of rewards after `since`.
SELECT credit.id, credit.created_at, SUM(entry.amount), 1, 0
FROM code_redemptions AS redemption
JOIN ledger_transfers AS credit
    ON credit.reference = CONCAT('code:', redemption.id) AND credit.kind = 'code' AND credit.created_at > :since
JOIN ledger_transfers AS transfer ON transfer.reference = credit.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = :wallet
WHERE redemption.account = :account
GROUP BY credit.id, credit.created_at
