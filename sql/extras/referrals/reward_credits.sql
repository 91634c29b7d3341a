-- name: reward_credits(account, wallet, since)
-- Part of the query `wallet.credits`: first credits of rewards after `since`.
SELECT credit.id, credit.created_at, SUM(entry.amount), 1, 0
FROM referrals AS referral
JOIN ledger_transfers AS credit
    ON credit.reference = CONCAT('referral:', referral.id, ':account') AND credit.kind = 'referral'
    AND credit.created_at > :since
JOIN ledger_transfers AS transfer ON transfer.reference = credit.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = :wallet
WHERE referral.account = :account AND referral.state = 'paid'
GROUP BY credit.id, credit.created_at
UNION ALL
SELECT credit.id, credit.created_at, SUM(entry.amount), 1, 0
FROM referrals AS referral
JOIN ledger_transfers AS credit
    ON credit.reference = CONCAT('referral:', referral.id, ':referrer') AND credit.kind = 'referral'
    AND credit.created_at > :since
JOIN ledger_transfers AS transfer ON transfer.reference = credit.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = :wallet
WHERE referral.referrer = :account AND referral.state = 'paid'
GROUP BY credit.id, credit.created_at
