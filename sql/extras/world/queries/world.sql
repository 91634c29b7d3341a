-- The small tables of the game's world, once a minute, by the leader alone. Casts: a client parses DECIMAL slowly. A range
-- is ordered by the table's column: by the cast of the same name the server would read and sort the rest of the table.

-- name: bosses(limit)
SELECT CAST(boss_id AS SIGNED) AS boss_id, CAST(COALESCE(is_down, 0) AS SIGNED) AS is_down,
       CAST(respawn_at AS SIGNED) AS respawn_at, CAST(min_delay AS SIGNED) AS min_delay,
       CAST(max_delay AS SIGNED) AS max_delay, CAST(is_exact AS SIGNED) AS is_exact,
       CAST(needs_points AS SIGNED) AS needs_points
FROM bosses
LIMIT :limit

-- name: castles(limit)
SELECT CAST(castle_id AS SIGNED) AS castle_id, CAST(tax_percent AS SIGNED) AS tax_percent,
       CAST(siege_at AS SIGNED) AS siege_at
FROM castles
LIMIT :limit

-- name: registrations(limit)
SELECT CAST(castle_id AS SIGNED) AS castle_id, CAST(clan_id AS SIGNED) AS clan_id, side
FROM sieges
LIMIT :limit

-- name: clans(after, limit)
SELECT CAST(clan_id AS SIGNED) AS clan_id, COALESCE(name, '') AS name, CAST(level AS SIGNED) AS level,
       CAST(COALESCE(reputation, 0) AS SIGNED) AS reputation, CAST(COALESCE(castle_id, 0) AS SIGNED) AS castle_id,
       CAST(COALESCE(ally_id, 0) AS SIGNED) AS ally_id, ally_name, CAST(COALESCE(leader_id, 0) AS SIGNED) AS leader_id
FROM clans
WHERE clans.clan_id > :after
ORDER BY clans.clan_id
LIMIT :limit

-- name: crests(after, limit)
-- Crests of the only size that the client uploads.
SELECT CAST(clan_id AS SIGNED) AS clan_id, picture
FROM clan_crests
WHERE clan_crests.clan_id > :after AND LENGTH(picture) = 512
ORDER BY clan_crests.clan_id
LIMIT :limit

-- name: halls(limit)
SELECT CAST(hall_id AS SIGNED) AS hall_id, CAST(owner_id AS SIGNED) AS owner_id, CAST(paid_until AS SIGNED) AS moment
FROM clan_halls
LIMIT :limit

-- name: hall_sieges(limit)
SELECT CAST(hall_id AS SIGNED) AS hall_id, CAST(owner_id AS SIGNED) AS owner_id, CAST(siege_at AS SIGNED) AS moment
FROM hall_sieges
LIMIT :limit

-- name: hall_registrations(limit)
-- Registrations of the one family that writes them at once; the others write them when the game server shuts down.
SELECT CAST(hall_id AS SIGNED) AS hall_id, CAST(clan_id AS SIGNED) AS clan_id
FROM hall_registrations
LIMIT :limit

-- name: auctions(limit)
SELECT CAST(hall_id AS SIGNED) AS hall_id, CAST(ends_at AS SIGNED) AS ends_at, CAST(starting_bid AS SIGNED) AS starting_bid
FROM hall_auctions
LIMIT :limit

-- name: bids(limit)
SELECT CAST(hall_id AS SIGNED) AS hall_id, CAST(COUNT(*) AS SIGNED) AS bids
FROM hall_bids
GROUP BY hall_bids.hall_id
LIMIT :limit

-- name: wars(limit)
SELECT CAST(clan_id AS SIGNED) AS clan_id, CAST(enemy_id AS SIGNED) AS enemy_id
FROM clan_wars
LIMIT :limit

-- name: heroes(limit)
SELECT CAST(character_id AS SIGNED) AS character_id, CAST(class_id AS SIGNED) AS class_id,
       CAST(COALESCE(count, 1) AS SIGNED) AS count
FROM olympiad_heroes
LIMIT :limit

-- name: diary(characters, limit)
SELECT CAST(character_id AS SIGNED) AS character_id, CAST(at AS SIGNED) AS at, CAST(action AS SIGNED) AS action,
       CAST(param AS SIGNED) AS param
FROM hero_diary
WHERE character_id IN :characters
LIMIT :limit

-- name: nobles(after, limit)
SELECT CAST(character_id AS SIGNED) AS character_id, CAST(class_id AS SIGNED) AS class_id,
       CAST(COALESCE(points, 0) AS SIGNED) AS points, CAST(fights AS SIGNED) AS fights, CAST(wins AS SIGNED) AS wins
FROM olympiad
WHERE olympiad.character_id > :after
ORDER BY olympiad.character_id
LIMIT :limit

-- name: last_month(after, limit)
SELECT CAST(character_id AS SIGNED) AS character_id, CAST(class_id AS SIGNED) AS class_id,
       CAST(COALESCE(points, 0) AS SIGNED) AS points, CAST(fights AS SIGNED) AS fights, CAST(wins AS SIGNED) AS wins
FROM olympiad_last
WHERE olympiad_last.character_id > :after
ORDER BY olympiad_last.character_id
LIMIT :limit

-- name: olympiad_period()
SELECT CAST(cycle AS SIGNED) AS cycle, CAST(is_validation AS SIGNED) AS is_validation,
       CAST(ends_at AS SIGNED) AS ends_at, CAST(validation_ends_at AS SIGNED) AS validation_ends_at
FROM olympiad_period
ORDER BY cycle DESC
LIMIT 1

-- name: fights(characters, since, limit)
SELECT CAST(character_id AS SIGNED) AS character_id, CAST(rival_id AS SIGNED) AS rival_id,
       CAST(winner AS SIGNED) AS winner, CAST(started_at AS SIGNED) AS started_at, CAST(seconds AS SIGNED) AS seconds
FROM olympiad_fights
WHERE character_id IN :characters AND started_at >= :since
LIMIT :limit

-- name: signs()
SELECT CAST(cycle AS SIGNED) AS cycle, CAST(period AS SIGNED) AS period,
       CAST(previous_winner AS SIGNED) AS previous_winner, CAST(dawn_stones AS SIGNED) AS dawn_stones,
       CAST(dawn_festival AS SIGNED) AS dawn_festival, CAST(dusk_stones AS SIGNED) AS dusk_stones,
       CAST(dusk_festival AS SIGNED) AS dusk_festival, CAST(avarice_owner AS SIGNED) AS avarice_owner,
       CAST(gnosis_owner AS SIGNED) AS gnosis_owner, CAST(strife_owner AS SIGNED) AS strife_owner
FROM seven_signs
LIMIT 1

-- name: cursed_weapons(limit)
SELECT CAST(item_id AS SIGNED) AS item_id, CAST(character_id AS SIGNED) AS character_id,
       CAST(kills AS SIGNED) AS kills, CAST(ends_at AS SIGNED) AS ends_at
FROM cursed_weapons
LIMIT :limit

-- name: raid_points(after, limit)
-- The rows of the characters from this id on; the last character's rows may be cut off.
SELECT CAST(character_id AS SIGNED) AS character_id, CAST(boss_id AS SIGNED) AS boss_id,
       CAST(points AS SIGNED) AS points
FROM raid_points
WHERE raid_points.character_id >= :after
ORDER BY raid_points.character_id
LIMIT :limit

-- The last reading, in the site schema.

-- name: stored_parts()
SELECT part, version, data FROM world_readings

-- name: versions()
SELECT part, version FROM world_readings

-- name: lock()
SELECT version FROM world_readings WHERE part = 'head' FOR UPDATE

-- name: store(part, version, data)
-- `data`: in base64. The driver takes four times as long to escape the bytes, on the event loop.
INSERT INTO world_readings (part, version, data) VALUES (:part, :version, FROM_BASE64(:data))
ON DUPLICATE KEY UPDATE version = VALUES(version), data = VALUES(data)

-- name: long_respawns(after, limit)
-- Names of dead NPCs that return after more hours than an ordinary one, of a pack with `spawn_data` in this schema.
SELECT spawn_data.name FROM spawn_data
WHERE spawn_data.status = 0 AND spawn_data.respawn_time > :after
ORDER BY spawn_data.name
LIMIT :limit
