-- Monsters of L2jFrozen and its forks, spawns of aCis, and bosses of every pack with such tables, for `gateway datapack
-- import` with an administrator's login. Ranges of monsters: no statement holds a MyISAM table for long. Tables may be
-- missing.

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

-- name: uncounted_spawns(first, last)
SELECT npc_templateid AS monster_id, locx AS x, locy AS y, locz AS z, 1 AS `count`
FROM spawnlist
WHERE npc_templateid >= :first AND npc_templateid < :last

-- name: raid_bosses(first, last)
SELECT boss_id AS monster_id, loc_x AS x, loc_y AS y, loc_z AS z, 1 AS `count`
FROM raidboss_spawnlist
WHERE boss_id >= :first AND boss_id < :last

-- name: grand_bosses(first, last)
SELECT boss_id AS monster_id, loc_x AS x, loc_y AS y, loc_z AS z, 1 AS `count`
FROM grandboss_data
WHERE boss_id >= :first AND boss_id < :last

-- name: minions(first, last)
SELECT boss_id, minion_id, amount_max AS `count`
FROM minions
WHERE boss_id >= :first AND boss_id < :last

-- name: sets(first, last)
SELECT CAST(chest AS SIGNED) AS chest, CAST(legs AS SIGNED) AS legs, CAST(head AS SIGNED) AS head,
       CAST(gloves AS SIGNED) AS gloves, CAST(feet AS SIGNED) AS feet, CAST(skill_id AS SIGNED) AS skill,
       CAST(shield AS SIGNED) AS shield, CAST(shield_skill_id AS SIGNED) AS shield_skill,
       CAST(enchant6skill AS SIGNED) AS enchant_skill
FROM armorsets
WHERE id >= :first AND id < :last

-- name: custom_sets(first, last)
SELECT CAST(chest AS SIGNED) AS chest, CAST(legs AS SIGNED) AS legs, CAST(head AS SIGNED) AS head,
       CAST(gloves AS SIGNED) AS gloves, CAST(feet AS SIGNED) AS feet, CAST(skill_id AS SIGNED) AS skill,
       CAST(shield AS SIGNED) AS shield, CAST(shield_skill_id AS SIGNED) AS shield_skill,
       CAST(enchant6skill AS SIGNED) AS enchant_skill
FROM custom_armorsets
WHERE id >= :first AND id < :last
