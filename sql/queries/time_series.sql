-- name: history(since, step)
SELECT at - at % :step AS bucket_start, MAX(online_players) AS online_players
FROM status_samples
WHERE at >= :since
GROUP BY bucket_start
ORDER BY bucket_start

-- name: accounts(since, after, count)
-- Accounts with a first login on the site at `since` or later, in ranges by key.
SELECT login
FROM profiles
WHERE login > :after AND first_login_at >= :since
ORDER BY login
LIMIT :count

-- name: characters(ids)
SELECT character_id, account_name, level, exp, pvp_kills, pk_kills
FROM characters
WHERE character_id IN :ids

-- name: add_characters(day, characters)
-- Writes a range of characters in one statement; the last sample of a day overwrites earlier ones.
INSERT INTO character_samples (day, character_id, account, level, exp, pvp_kills, pk_kills)
SELECT :day, sample.character_id, sample.account, sample.level, sample.exp, sample.pvp_kills, sample.pk_kills
FROM JSON_TABLE(:characters, '$[*]' COLUMNS (
    character_id BIGINT PATH '$.character_id',
    account VARCHAR(45) PATH '$.account_name',
    level INT PATH '$.level',
    exp BIGINT PATH '$.exp',
    pvp_kills INT PATH '$.pvp_kills',
    pk_kills INT PATH '$.pk_kills'
)) AS sample
ON DUPLICATE KEY UPDATE
    account = VALUES(account), level = VALUES(level), exp = VALUES(exp),
    pvp_kills = VALUES(pvp_kills), pk_kills = VALUES(pk_kills)

-- name: prune_characters(before, count)
DELETE FROM character_samples
WHERE day < :before
ORDER BY day
LIMIT :count
