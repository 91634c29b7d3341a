-- Votes on sites that list game servers.

-- name: number(account)
SELECT CAST(number AS SIGNED) AS value FROM vote_accounts WHERE account = :account

-- name: add_number(account)
INSERT INTO vote_accounts (account) VALUES (:account)

-- name: account(number)
SELECT account FROM vote_accounts WHERE number = :number

-- name: latest(account, since)
-- The last vote of an account on each site.
SELECT site, MAX(voted_at) AS voted_at, MAX(credited_at) AS credited_at
FROM votes
WHERE account = :account AND credited_at > :since
GROUP BY site

-- name: repeats(site, account, voter, since)
-- Votes of the account, or from its address, within the site's window.
SELECT COUNT(*) AS value
FROM votes
WHERE site = :site AND (account = :account OR voter = :voter) AND voted_at > :since

-- name: add(site, account, period, voted_at, credited_at, coins, voter, answer_hash)
INSERT INTO votes (site, account, period, voted_at, credited_at, coins, voter, answer_hash)
VALUES (:site, :account, :period, :voted_at, :credited_at, :coins, :voter, :answer_hash)

-- name: last_id()
-- The vote that this connection has added last.
SELECT CAST(LAST_INSERT_ID() AS SIGNED) AS value

-- name: receipts(account, since, limit)
SELECT id, site, credited_at AS at, coins
FROM votes
WHERE account = :account AND credited_at > :since
ORDER BY credited_at DESC, id DESC
LIMIT :limit

-- name: recent(site, limit)
-- The newest receipts of all players; an empty `site` means all.
SELECT id, site, account, credited_at AS at, coins
FROM votes
WHERE :site IN ('', site)
ORDER BY id DESC
LIMIT :limit

-- name: count_answer(site, slot, outcome, hour, at, ms)
INSERT INTO vote_answers (site, slot, outcome, hour, answers, last_at, last_ms)
VALUES (:site, :slot, :outcome, :hour, 1, :at, :ms)
ON DUPLICATE KEY UPDATE
    answers = CASE WHEN hour = VALUES(hour) THEN answers + 1 ELSE 1 END,
    hour = VALUES(hour), last_at = VALUES(last_at), last_ms = VALUES(last_ms)

-- name: answers()
-- Includes answers of earlier days, for the time of the last answer.
SELECT site, outcome, CAST(hour AS SIGNED) AS hour, CAST(answers AS SIGNED) AS answers, last_at,
       CAST(last_ms AS SIGNED) AS last_ms
FROM vote_answers

-- name: from_one_network(since)
-- The largest number of accounts with sessions of one network that got coins; of the newest votes, which have no index on
-- their time alone.
SELECT CAST(COALESCE(MAX(accounts), 0) AS SIGNED) AS count
FROM (SELECT sessions.network, COUNT(DISTINCT votes.account) AS accounts
      FROM votes
      JOIN sessions ON sessions.login = votes.account AND sessions.seen_at > :since
      WHERE votes.id > (SELECT MAX(id) - 20000 FROM votes AS newest) AND votes.credited_at > :since
        AND sessions.network <> ''
      GROUP BY sessions.network) AS networks

-- name: personal_votes(login, limit, start)
SELECT JSON_OBJECT('site', site, 'voted_at', voted_at, 'credited_at', credited_at, 'coins', coins) AS body
FROM votes
WHERE account = :login
ORDER BY id
LIMIT :limit OFFSET :start
