-- Rules of `gateway ledger check`: each block is one, with the rule as its first comment. Every row that a statement returns
-- is a violation: its subject, the expected number and the one found.

-- name: wrong_competition_owners(limit)
-- each transfer of a prize of a competition moves coins of its winner
SELECT CONCAT('transfer ', transfer.id, ', ', transfer.idempotency_key) AS subject, 0 AS expected, COUNT(*) AS found
FROM ledger_transfers AS reward
JOIN ledger_transfers AS transfer ON transfer.reference = reward.reference
JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account NOT LIKE 'house:%'
LEFT JOIN competition_prizes AS prize
    ON prize.competition_id = CAST(SUBSTRING_INDEX(SUBSTRING(reward.reference, 7), ':', 1) AS UNSIGNED)
   AND reward.reference = CONCAT('prize:', prize.competition_id, ':', prize.place) AND prize.outcome = 'paid'
WHERE reward.kind = 'competition'
  AND (prize.account IS NULL
       OR SUBSTRING(entry.account, LOCATE(':', entry.account) + 1) <> prize.account)
GROUP BY transfer.id, transfer.idempotency_key
ORDER BY transfer.id
LIMIT :limit

-- name: wrong_competition_moments(limit)
-- each transfer of a prize of a competition has the second of its cause
SELECT CONCAT('transfer ', reward.id, ', ', reward.idempotency_key) AS subject, prize.settled_at AS expected,
       reward.created_at AS found
FROM ledger_transfers AS reward
JOIN competition_prizes AS prize
    ON prize.competition_id = CAST(SUBSTRING_INDEX(SUBSTRING(reward.reference, 7), ':', 1) AS UNSIGNED)
   AND reward.reference = CONCAT('prize:', prize.competition_id, ':', prize.place) AND prize.outcome = 'paid'
WHERE reward.kind = 'competition' AND reward.created_at <> prize.settled_at
ORDER BY reward.id
LIMIT :limit

-- name: wrong_competition_prizes(limit)
-- each prize of a competition was paid once to its winner, and no other
-- `found`: coins that the transfers of the place have paid; `expected`: its prize, or 0 while it is not paid.
SELECT CONCAT('prize:', prize.competition_id, ':', prize.place) AS subject,
       CASE WHEN prize.outcome = 'paid' THEN prize.coins ELSE 0 END AS expected,
       CAST(COALESCE(SUM(-entry.amount), 0) AS SIGNED) AS found
FROM competition_prizes AS prize
LEFT JOIN ledger_transfers AS transfer
    ON transfer.reference = CONCAT('prize:', prize.competition_id, ':', prize.place) AND transfer.kind = 'competition'
LEFT JOIN ledger_entries AS entry ON entry.transfer_id = transfer.id AND entry.account = 'house:prizes'
GROUP BY prize.competition_id, prize.place, prize.outcome, prize.coins
HAVING expected <> found
ORDER BY prize.competition_id, prize.place
LIMIT :limit

-- name: changed_competition_terms(limit)
-- each competition has the terms and prizes of the log entry that made it
-- The log has the names of the classes: they are counted. Entries of earlier releases have no entrants.
SELECT CONCAT('competition:', competition.id) AS subject, 1 AS expected, 0 AS found
FROM competitions AS competition
LEFT JOIN (
    SELECT subject, MIN(id) AS id
    FROM operator_log
    WHERE subject LIKE 'competition:%' AND outcome = 'done'
    GROUP BY subject
) AS made ON made.subject = CONCAT('competition:', competition.id)
LEFT JOIN operator_log AS entry ON entry.id = made.id AND JSON_VALID(entry.new_values)
WHERE NOT COALESCE(
    JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.metric')) = competition.metric
    AND COALESCE(JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.entrants')), competition.entrants) = competition.entrants
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.days')) = CONCAT(
        DATE_FORMAT(TIMESTAMPADD(DAY, competition.first_day, '1970-01-01'), '%Y-%m-%d'), ' to ',
        DATE_FORMAT(TIMESTAMPADD(DAY, competition.last_day, '1970-01-01'), '%Y-%m-%d'))
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.levels'))
        = CONCAT(competition.min_level, ' to ', competition.max_level)
    AND (JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.classes')) = 'all') = (competition.classes = '')
    AND LENGTH(REGEXP_REPLACE(JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.classes')), '[^,]', ''))
        = LENGTH(REGEXP_REPLACE(competition.classes, '[^,]', ''))
    AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.prizes')) = COALESCE((
        SELECT GROUP_CONCAT(FORMAT(coins, 0, 'en_US') ORDER BY place SEPARATOR ', ')
        FROM competition_prizes
        WHERE competition_id = competition.id), 'none'), FALSE)
ORDER BY competition.id
LIMIT :limit

-- name: reopened_competitions(limit)
-- each competition is closed if the log says so, and no other
-- `expected`: entries of the log that close the competition.
SELECT CONCAT('competition:', competition.id) AS subject, COUNT(entry.id) AS expected,
       competition.closed_at IS NOT NULL AS found
FROM competitions AS competition
LEFT JOIN operator_log AS entry
    ON entry.subject = CONCAT('competition:', competition.id) AND entry.outcome = 'done'
   AND JSON_VALID(entry.new_values) AND JSON_UNQUOTE(JSON_EXTRACT(entry.new_values, '$.state')) = 'closed'
GROUP BY competition.id, competition.closed_at
HAVING expected <> found
ORDER BY competition.id
LIMIT :limit

-- name: settled_without_log(limit)
-- each settled prize of a competition is in the operators' log once
SELECT CONCAT('prize:', prize.competition_id, ':', prize.place) AS subject, 1 AS expected, COUNT(entry.id) AS found
FROM competition_prizes AS prize
LEFT JOIN operator_log AS entry
    ON entry.subject = CONCAT('prize:', prize.competition_id, ':', prize.place) AND entry.outcome = 'done'
WHERE prize.outcome IS NOT NULL
GROUP BY prize.competition_id, prize.place
HAVING found <> 1
ORDER BY prize.competition_id, prize.place
LIMIT :limit
