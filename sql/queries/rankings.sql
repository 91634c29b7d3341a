-- All characters once a minute, in short ranges by primary key: a MyISAM table is locked for one range at a time only.
-- Some families store numbers as DECIMAL, which a client parses digit by digit; a cast on the server is far cheaper. Each
-- column costs the client a tenth of a second per million characters, so small values share one: `flags` is race + 1 (0 if
-- unknown), then two bits for an offline shop (0 if the game does not mark them, 1 if none, 2 if one), a bit for noble, one
-- for online, and one for an ordinary player's character that is not about to be deleted.

-- name: characters(after, count)
SELECT
    CAST(characters.character_id AS SIGNED) AS character_id,
    COALESCE(characters.account_name, '') AS account_name,
    COALESCE(characters.name, '') AS name,
    CAST(COALESCE(characters.level, 0) AS SIGNED) AS level,
    CAST(COALESCE(characters.base_class_id, characters.class_id, 0) AS SIGNED) AS class_id,
    CAST(COALESCE(characters.clan_id, 0) AS SIGNED) AS clan_id,
    CAST(COALESCE(characters.pvp_kills, 0) AS SIGNED) AS pvp_kills,
    CAST(COALESCE(characters.pk_kills, 0) AS SIGNED) AS pk_kills,
    CAST(COALESCE(characters.exp, 0) AS SIGNED) AS exp,
    CAST(COALESCE(characters.playtime, 0) AS SIGNED) AS playtime,
    CAST(
        (COALESCE(characters.race, -1) + 1) * 32
        + (COALESCE(characters.trader, -1) + 1) * 8
        + (COALESCE(characters.noble, 0) <> 0) * 4
        + (COALESCE(characters.online, 0) <> 0) * 2
        + (COALESCE(characters.access_level, 0) = 0 AND characters.deletion_at IS NULL)
        AS SIGNED
    ) AS flags
FROM characters
WHERE characters.character_id > :after
ORDER BY characters.character_id
LIMIT :count

-- name: banned(after, count)
-- Bans of single characters, of families that keep them apart from the character.
SELECT CAST(character_bans.character_id AS SIGNED) AS character_id
FROM character_bans
WHERE character_bans.until > UNIX_TIMESTAMP() AND character_bans.character_id > :after
ORDER BY character_bans.character_id
LIMIT :count

-- name: clans(after, count)
SELECT
    CAST(clans.clan_id AS SIGNED) AS clan_id,
    COALESCE(clans.name, '') AS name,
    CAST(COALESCE(clans.level, 0) AS SIGNED) AS level,
    CAST(COALESCE(clans.reputation, 0) AS SIGNED) AS reputation,
    CAST(COALESCE(clans.leader_id, 0) AS SIGNED) AS leader_id,
    CAST(COALESCE(clans.ally_id, 0) AS SIGNED) AS ally_id,
    CAST(COALESCE(clans.castle_id, 0) AS SIGNED) AS castle_id,
    COALESCE(clans.ally_name, '') AS ally_name
FROM clans
WHERE clans.clan_id > :after
ORDER BY clans.clan_id
LIMIT :count
