-- Rules of `gateway ledger check`: each block is one, with the rule as its first comment. Every row that a statement returns
-- is a violation: its subject, the expected number and the one found.

-- name: wrong_vote_owners(limit)
-- each transfer of a vote moves coins of the account that voted
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 0 AS expected, COUNT(*) AS found
FROM ledger_transfers AS reward
JOIN ledger_transfers AS transfer ON transfer.reference = reward.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account NOT LIKE 'house:%'
LEFT JOIN votes AS vote
    ON vote.id = CAST(SUBSTRING(reward.reference, 6) AS UNSIGNED) AND reward.reference = CONCAT('vote:', vote.id)
WHERE reward.kind = 'vote'
  AND (vote.account IS NULL
       OR SUBSTRING(entry.account, LOCATE(':', entry.account) + 1) <> vote.account)
GROUP BY transfer.id, transfer.idempotency_key
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_vote_moments(limit)
-- each transfer of a vote has the second of its cause
SELECT CONCAT('transfer ', reward.id, ', ', reward.idempotency_key) AS subject, vote.credited_at AS expected,
       reward.created_at AS found
FROM ledger_transfers AS reward
JOIN votes AS vote
    ON vote.id = CAST(SUBSTRING(reward.reference, 6) AS UNSIGNED) AND reward.reference = CONCAT('vote:', vote.id)
WHERE reward.kind = 'vote' AND reward.created_at <> vote.credited_at
ORDER BY reward.id
LIMIT :limit

-- name: wrong_votes(limit)
-- each vote was paid once to its voter
-- `found`: coins that the transfers of the vote have paid.
SELECT CONCAT('vote:', vote.id) AS subject, vote.coins AS expected,
       CAST(COALESCE(SUM(-entry.amount), 0) AS SIGNED) AS found
FROM votes AS vote
LEFT JOIN ledger_transfers AS transfer ON transfer.reference = CONCAT('vote:', vote.id) AND transfer.kind = 'vote'
LEFT JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = 'house:votes'
GROUP BY vote.id, vote.coins
HAVING expected <> found
ORDER BY vote.id
LIMIT :limit

-- name: wrong_vote_times(limit)
-- each vote is in the window of its time, and its account has a voter number
-- Windows of sites are 12 or 24 hours long. An account has a number before its first vote.
SELECT CONCAT('vote:', vote.id) AS subject, 1 AS expected, 0 AS found
FROM votes AS vote
LEFT JOIN vote_accounts AS voter ON voter.account = vote.account
WHERE vote.period NOT IN (vote.voted_at DIV 43200, vote.voted_at DIV 86400)
   OR vote.voted_at NOT BETWEEN vote.credited_at - 86460 AND vote.credited_at + 3600
   OR voter.number IS NULL
ORDER BY vote.id
LIMIT :limit
