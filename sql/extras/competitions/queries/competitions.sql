-- Competitions and their prizes.

-- name: list()
-- The newest first.
SELECT id, title, metric, first_day, last_day, min_level, max_level, classes, closed_at, entrants, titles
FROM competitions
ORDER BY last_day DESC, id DESC

-- name: lock(id)
SELECT id, title, metric, first_day, last_day, min_level, max_level, classes, closed_at, entrants, titles
FROM competitions
WHERE id = :id
FOR UPDATE

-- name: open(title, metric, first_day, last_day, min_level, max_level, classes, entrants, titles, created_at)
INSERT INTO competitions (title, metric, first_day, last_day, min_level, max_level, classes, entrants, titles, created_at)
VALUES (:title, :metric, :first_day, :last_day, :min_level, :max_level, :classes, :entrants, :titles, :created_at)

-- name: last_id()
-- The competition that this connection has opened last.
SELECT CAST(LAST_INSERT_ID() AS SIGNED) AS id

-- name: close(id, at)
UPDATE competitions SET closed_at = :at WHERE id = :id

-- name: prizes()
SELECT competition_id, place, coins, outcome, account, settled_at
FROM competition_prizes
ORDER BY competition_id, place

-- name: add_prizes(competition_id, rows)
INSERT INTO competition_prizes (competition_id, place, coins)
SELECT :competition_id, prize.place, prize.coins
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (place INT PATH '$[0]', coins BIGINT PATH '$[1]')) AS prize

-- name: lock_prize(competition_id, place)
SELECT competition_id, place, coins, outcome, account, settled_at
FROM competition_prizes
WHERE competition_id = :competition_id AND place = :place
FOR UPDATE

-- name: lock_settled_prizes(competition_id)
SELECT competition_id, place, coins, outcome, account, settled_at
FROM competition_prizes
WHERE competition_id = :competition_id AND outcome IS NOT NULL
FOR UPDATE

-- name: settle_prize(competition_id, place, character_id, account, outcome, at)
UPDATE competition_prizes
SET character_id = :character_id, account = :account, outcome = :outcome, settled_at = :at
WHERE competition_id = :competition_id AND place = :place

-- name: boards()
SELECT CAST(SUBSTRING(name, 13) AS SIGNED) AS competition_id, body
FROM history_state
WHERE name LIKE 'competition:%'

-- name: winners(ids)
SELECT
    CAST(character_id AS SIGNED) AS entrant_id,
    COALESCE(name, '') AS entrant_name,
    CAST(character_id AS SIGNED) AS character_id,
    COALESCE(account_name, '') AS account_name,
    COALESCE(name, '') AS name,
    CAST(COALESCE(access_level, 0) AS SIGNED) AS access_level
FROM characters
WHERE character_id IN :ids

-- name: leaders(ids)
-- The leaders of clans, in the form of `winners`.
SELECT
    CAST(clans.clan_id AS SIGNED) AS entrant_id,
    COALESCE(clans.name, '') AS entrant_name,
    CAST(characters.character_id AS SIGNED) AS character_id,
    COALESCE(characters.account_name, '') AS account_name,
    COALESCE(characters.name, '') AS name,
    CAST(COALESCE(characters.access_level, 0) AS SIGNED) AS access_level
FROM clans
JOIN characters ON characters.character_id = clans.leader_id
WHERE clans.clan_id IN :ids

-- name: member_since(login)
-- The account's first day here; NULL for one that has never logged in.
SELECT COALESCE(MAX(COALESCE(created_at, first_login_at)), 0) AS at FROM profiles WHERE login = :login

-- name: personal_prizes(login, limit, start)
SELECT JSON_OBJECT('competition', competition.title, 'place', prize.place, 'coins', prize.coins, 'character_id',
                   prize.character_id, 'outcome', prize.outcome, 'settled_at', prize.settled_at) AS body
FROM competition_prizes AS prize
JOIN competitions AS competition ON competition.id = prize.competition_id
WHERE prize.account = :login
ORDER BY prize.competition_id, prize.place
LIMIT :limit OFFSET :start
