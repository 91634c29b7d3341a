-- name: reward_credits(account, wallet, since)
-- Part of the query `wallet.credits`: coins of campaigns after `since`. They are held as their donations are.
SELECT credit.id, credit.created_at, SUM(entry.amount), 0,
       (SELECT MAX(payment.over_cap) FROM payments AS payment WHERE payment.donation_id = offer.donation_id)
FROM campaign_offers AS offer
JOIN ledger_transfers AS credit
    ON credit.idempotency_key = CONCAT('bonus:', offer.id, ':1') AND credit.created_at > :since
JOIN ledger_transfers AS transfer ON transfer.reference = credit.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = :wallet
WHERE offer.account = :account
GROUP BY credit.id, credit.created_at, offer.donation_id
