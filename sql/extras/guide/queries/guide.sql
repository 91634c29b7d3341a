-- Monsters of L2jFrozen and its forks, for `gateway datapack import --tables` with an administrator's login. Ranges of
-- the primary key or of the monsters' index: no statement holds a MyISAM table for long. The custom tables may be missing.

-- name: monsters(first, last)
SELECT CAST(id AS SIGNED) AS id, name, type, CAST(COALESCE(level, 1) AS SIGNED) AS level,
       CAST(COALESCE(hp, 0) AS SIGNED) AS hp, CAST(COALESCE(exp, 0) AS SIGNED) AS exp,
       CAST(COALESCE(sp, 0) AS SIGNED) AS sp, CAST(COALESCE(aggro, 0) AS SIGNED) AS aggro
FROM npc
WHERE npc.id >= :first AND npc.id < :last

-- name: custom_monsters(first, last)
SELECT CAST(id AS SIGNED) AS id, name, type, CAST(COALESCE(level, 1) AS SIGNED) AS level,
       CAST(COALESCE(hp, 0) AS SIGNED) AS hp, CAST(COALESCE(exp, 0) AS SIGNED) AS exp,
       CAST(COALESCE(sp, 0) AS SIGNED) AS sp, CAST(COALESCE(aggro, 0) AS SIGNED) AS aggro
FROM custom_npc
WHERE custom_npc.id >= :first AND custom_npc.id < :last

-- name: drops(first, last)
SELECT mobId AS monster_id, itemId AS item_id, `min` AS lowest, `max` AS highest, category, chance
FROM droplist
WHERE mobId >= :first AND mobId < :last
ORDER BY mobId, category, itemId

-- name: custom_drops(first, last)
SELECT mobId AS monster_id, itemId AS item_id, `min` AS lowest, `max` AS highest, category, chance
FROM custom_droplist
WHERE mobId >= :first AND mobId < :last
ORDER BY mobId, category, itemId

-- name: spawns(first, last)
SELECT npc_templateid AS monster_id, locx AS x, locy AS y, locz AS z, `count`
FROM spawnlist
WHERE npc_templateid >= :first AND npc_templateid < :last

-- name: custom_spawns(first, last)
SELECT npc_templateid AS monster_id, locx AS x, locy AS y, locz AS z, `count`
FROM custom_spawnlist
WHERE npc_templateid >= :first AND npc_templateid < :last
