-- Numbers that some families store as DECIMAL are cast to integers, which the driver decodes faster. Columns of twenty
-- digits are capped at 2^53 - 1, the largest integer that every JSON client holds exactly. `counts_online` is 0 while the
-- game is stopped: a crash leaves its online flags set.

-- name: owned_characters(ids, counts_online)
-- All columns of characters by key. `level`, `exp` and class are those of the base class; the caller checks the owner.
SELECT
    CAST(characters.character_id AS SIGNED) AS id,
    COALESCE(characters.account_name, '') AS account_name,
    COALESCE(characters.name, '') AS name,
    CAST(characters.level AS SIGNED) AS level,
    CAST(LEAST(characters.exp, 9007199254740991) AS SIGNED) AS exp,
    CAST(COALESCE(characters.base_class_id, characters.class_id, 0) AS SIGNED) AS class_id,
    CAST(characters.pvp_kills AS SIGNED) AS pvp_kills,
    CAST(characters.pk_kills AS SIGNED) AS pk_kills,
    CAST(characters.deaths AS SIGNED) AS deaths,
    CAST(characters.karma AS SIGNED) AS karma,
    CAST(characters.fame AS SIGNED) AS fame,
    CAST(LEAST(COALESCE(characters.playtime, 0), 9007199254740991) AS SIGNED) AS playtime,
    IF(:counts_online, CAST(characters.online AS SIGNED), 0) AS online,
    CAST(characters.last_access AS SIGNED) AS last_access,
    COALESCE(characters.title, '') AS title,
    CAST(characters.race AS SIGNED) AS race,
    CAST(characters.sex AS SIGNED) AS sex,
    clans.name AS clan_name,
    CAST(clans.level AS SIGNED) AS clan_level,
    CAST(characters.x AS SIGNED) AS x,
    CAST(characters.y AS SIGNED) AS y,
    CAST(characters.z AS SIGNED) AS z,
    CAST(characters.created_at AS SIGNED) AS created_at,
    CAST(characters.access_level AS SIGNED) AS access_level,
    CAST(COALESCE(characters.noble, 0) AS SIGNED) AS noble,
    CAST(characters.hp AS SIGNED) AS hp,
    CAST(characters.max_hp AS SIGNED) AS max_hp,
    CAST(characters.mp AS SIGNED) AS mp,
    CAST(characters.max_mp AS SIGNED) AS max_mp,
    CAST(characters.cp AS SIGNED) AS cp,
    CAST(characters.max_cp AS SIGNED) AS max_cp,
    CAST(characters.stat_str AS SIGNED) AS stat_str,
    CAST(characters.stat_dex AS SIGNED) AS stat_dex,
    CAST(characters.stat_con AS SIGNED) AS stat_con,
    CAST(characters.stat_int AS SIGNED) AS stat_int,
    CAST(characters.stat_wit AS SIGNED) AS stat_wit,
    CAST(characters.stat_men AS SIGNED) AS stat_men,
    heroes.character_id IS NOT NULL AS hero
FROM characters
LEFT JOIN clans ON clans.clan_id = characters.clan_id
LEFT JOIN heroes ON heroes.character_id = characters.character_id
WHERE characters.character_id IN :ids

-- name: overview(login, counts_online)
-- For an operator's look at one account. Without an index on the account it reads the whole table.
SELECT CAST(character_id AS SIGNED) AS id, COALESCE(name, '') AS name, CAST(level AS SIGNED) AS level,
       IF(:counts_online, CAST(online AS SIGNED), 0) AS online, CAST(last_access AS SIGNED) AS last_access
FROM characters
WHERE account_name = :login
ORDER BY character_id

-- name: receivers(ids)
-- What a save of a character changes, and what its logins do.
SELECT
    CAST(characters.character_id AS SIGNED) AS character_id,
    CAST(LEAST(COALESCE(characters.playtime, 0), 9007199254740991) AS SIGNED) AS playtime,
    CAST(characters.online AS SIGNED) AS online,
    CAST(COALESCE(characters.trader, 0) AS SIGNED) AS trader,
    CAST(characters.last_access AS SIGNED) AS last_access
FROM characters
WHERE characters.character_id IN :ids

-- name: briefs(ids, counts_online)
-- The same characters with a third of the columns and without joins: a quarter of the database's work.
SELECT
    CAST(characters.character_id AS SIGNED) AS id,
    COALESCE(characters.account_name, '') AS account_name,
    COALESCE(characters.name, '') AS name,
    CAST(characters.level AS SIGNED) AS level,
    CAST(LEAST(characters.exp, 9007199254740991) AS SIGNED) AS exp,
    CAST(COALESCE(characters.base_class_id, characters.class_id, 0) AS SIGNED) AS class_id,
    CAST(characters.pvp_kills AS SIGNED) AS pvp_kills,
    CAST(characters.pk_kills AS SIGNED) AS pk_kills,
    CAST(characters.deaths AS SIGNED) AS deaths,
    CAST(characters.karma AS SIGNED) AS karma,
    CAST(characters.fame AS SIGNED) AS fame,
    CAST(LEAST(COALESCE(characters.playtime, 0), 9007199254740991) AS SIGNED) AS playtime,
    IF(:counts_online, CAST(characters.online AS SIGNED), 0) AS online,
    CAST(characters.last_access AS SIGNED) AS last_access
FROM characters
WHERE characters.character_id IN :ids

-- name: of_accounts(accounts, count)
-- For accounts that are not in the snapshot. Only two families have an index on the name; others read the whole table.
SELECT characters.account_name, CAST(characters.character_id AS SIGNED) AS character_id
FROM characters
WHERE characters.account_name IN :accounts
ORDER BY characters.account_name
LIMIT :count

-- name: online(ids)
-- Those of them that are in the game.
SELECT CAST(character_id AS SIGNED) AS character_id
FROM characters
WHERE characters.character_id IN :ids AND CAST(online AS SIGNED) <> 0
