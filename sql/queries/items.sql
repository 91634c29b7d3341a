-- Item tables of L2jFrozen and its forks, for `gateway items import --tables` with an administrator's login. The
-- tables of custom items may be missing.

-- name: weapons()
SELECT item_id, name, weaponType AS subtype, crystal_type AS crystal, bodypart, 'normal' AS consume_type FROM weapon

-- name: armors()
SELECT item_id, name, armor_type AS subtype, crystal_type AS crystal, bodypart, 'normal' AS consume_type FROM armor

-- name: etcitems()
SELECT item_id, name, item_type AS subtype, crystal_type AS crystal, '' AS bodypart, consume_type FROM etcitem

-- name: custom_weapons()
SELECT item_id, name, weaponType AS subtype, crystal_type AS crystal, bodypart, 'normal' AS consume_type
FROM custom_weapon

-- name: custom_armors()
SELECT item_id, name, armor_type AS subtype, crystal_type AS crystal, bodypart, 'normal' AS consume_type
FROM custom_armor

-- name: custom_etcitems()
SELECT item_id, name, item_type AS subtype, crystal_type AS crystal, '' AS bodypart, consume_type
FROM custom_etcitem
