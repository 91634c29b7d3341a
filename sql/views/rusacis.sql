-- Views over the tables of aCis 400 and later, and of RusaCis.
--
-- {game}, {login} and {views} are the schemas, {owner} is the locked definer; `gateway install` fills them in.
-- `{table.column?}` marks a column that only some packs have; NULL replaces it where the table lacks it. A line with
-- {game?} or {login?} is dropped where its table does not exist. If a view is given more than once, the first one whose
-- tables all exist is created. An optional view without a statement that fits is empty.
-- Key and filter columns pass through bare, so that the game's own indexes serve. A NULL that the game reads as 0 is 0
-- here; NULL means that the game does not record the value. Times are seconds since 1970. An item that is not worn has
-- no slot. Slots: 0 under, 1 left ear, 2 right ear, 3 neck, 4 left finger, 5 right finger, 6 head, 7 right hand or both,
-- 8 left hand, 9 gloves, 10 chest, 11 legs, 12 feet, 13 back, 15 face, 16 hair, 17 both hair. An augmentation is one
-- number of 32 bits, two effects of 16; NULL is none.
--
-- The game stores times in milliseconds. `online` is 2 for an offline trader. `deletetime` is the moment of erasure.
-- Accounts have no e-mail, address or date of creation, and no ban that ends by itself. A hero is one of the olympiad,
-- or one by `herountil` for a limited time; a query by character finds both by key.
-- Bosses are rows of `spawn_data` under names: {boss_id(…)} gives their ids, which only the game's own files have. A
-- respawn of 1 marks a spawn that was cancelled.

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.accounts AS
SELECT accounts.login, accounts.password, accounts.access_level
FROM {login}.accounts;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.new_accounts AS
SELECT accounts.login, accounts.password, accounts.access_level, accounts.last_active
FROM {login}.accounts
WHERE COALESCE(accounts.access_level, 0) = 0
WITH CASCADED CHECK OPTION;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.player_accounts AS
SELECT accounts.login, accounts.password
FROM {login}.accounts
WHERE COALESCE(accounts.access_level, 0) = 0
WITH CASCADED CHECK OPTION;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.account_activity AS
SELECT accounts.login,
       COALESCE(accounts.access_level, 0) AS access_level,
       NULLIF(accounts.last_active, 0) DIV 1000 AS last_active,
       NULL AS last_ip,
       NULL AS created_at
FROM {login}.accounts;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.characters AS
SELECT characters.obj_Id AS character_id,
       characters.account_name,
       characters.char_name AS name,
       characters.title,
       COALESCE(characters.level, 0) AS level,
       COALESCE(characters.exp, 0) AS exp,
       COALESCE(characters.sp, 0) AS sp,
       characters.base_class AS base_class_id,
       COALESCE(characters.classid, characters.base_class) AS class_id,
       characters.race,
       COALESCE(characters.sex, 0) AS sex,
       characters.clanid AS clan_id,
       COALESCE(characters.pvpkills, 0) AS pvp_kills,
       COALESCE(characters.pkkills, 0) AS pk_kills,
       {characters.deaths?} AS deaths,
       COALESCE(characters.karma, 0) AS karma,
       {characters.fame?} AS fame,
       characters.curHp AS hp,
       characters.maxHp AS max_hp,
       characters.curMp AS mp,
       characters.maxMp AS max_mp,
       characters.curCp AS cp,
       characters.maxCp AS max_cp,
       NULL AS stat_str,
       NULL AS stat_dex,
       NULL AS stat_con,
       NULL AS stat_int,
       NULL AS stat_wit,
       NULL AS stat_men,
       characters.x,
       characters.y,
       characters.z,
       COALESCE(characters.online = 1, 0) AS online,
       COALESCE(characters.online = 2, 0) AS trader,
       COALESCE(characters.onlinetime, 0) AS playtime,
       NULLIF(characters.lastAccess, 0) DIV 1000 AS last_access,
       NULL AS created_at,
       NULLIF(characters.deletetime, 0) DIV 1000 AS deletion_at,
       COALESCE(characters.accesslevel, 0) AS access_level,
       characters.nobless AS noble
FROM {game}.characters;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.subclasses AS
SELECT character_subclasses.char_obj_id AS character_id,
       character_subclasses.class_id,
       character_subclasses.level,
       character_subclasses.exp,
       character_subclasses.sp
FROM {game}.character_subclasses;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.items AS
SELECT items.object_id,
       items.owner_id,
       items.item_id,
       items.count AS amount,
       items.enchant_level AS enchant,
       items.loc AS place,
       CASE WHEN items.loc = 'PAPERDOLL' AND items.loc_data BETWEEN 14 AND 16 THEN items.loc_data + 1
            WHEN items.loc = 'PAPERDOLL' THEN items.loc_data END AS slot,
       NULLIF(NULLIF({augmentations.attributes?}, -1), 0) & 4294967295 AS augmentation
FROM {game}.items
LEFT JOIN {game?}.augmentations ON augmentations.item_oid = items.object_id;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clans AS
SELECT clan_data.clan_id,
       clan_data.clan_name AS name,
       COALESCE(clan_data.clan_level, 0) AS level,
       {clan_data.reputation_score?} AS reputation,
       clan_data.hasCastle AS castle_id,
       clan_data.ally_id,
       clan_data.ally_name,
       clan_data.leader_id
FROM {game}.clan_data;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.castles AS
SELECT castle.id AS castle_id,
       castle.currentTaxPercent AS tax_percent,
       NULLIF(castle.siegeDate, 0) DIV 1000 AS siege_at
FROM {game}.castle;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.sieges AS
SELECT siege_clans.castle_id,
       siege_clans.clan_id,
       CASE siege_clans.type WHEN 'OWNER' THEN 'owner' WHEN 'DEFENDER' THEN 'defender' WHEN 'ATTACKER' THEN 'attacker'
            ELSE 'waiting' END AS side
FROM {game}.siege_clans;

-- A boss with a status other than 0 is not dead, whatever its last respawn says.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.bosses AS
SELECT {boss_id(spawn_data.name)} AS boss_id,
       spawn_data.status = 0 AS is_down,
       NULLIF(spawn_data.respawn_time DIV 1000, 0) AS respawn_at,
       NULL AS min_delay,
       NULL AS max_delay,
       0 AS is_exact,
       0 AS needs_points
FROM {game}.spawn_data
WHERE spawn_data.name IN ({boss_names});

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.heroes AS
SELECT characters.obj_Id AS character_id,
       COALESCE({heroes.class_id?}, characters.base_class) AS class_id,
       COALESCE({heroes.count?}, 0) AS count
FROM {game}.characters
LEFT JOIN {game?}.heroes ON heroes.char_id = characters.obj_Id
WHERE ({heroes.played?} = 1 AND {heroes.active?} = 1) OR {characters.herountil?} > UNIX_TIMESTAMP() * 1000;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_heroes AS
SELECT heroes.char_id AS character_id, heroes.class_id, heroes.count
FROM {game}.heroes
WHERE heroes.played = 1;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad AS
SELECT olympiad_nobles.char_id AS character_id,
       olympiad_nobles.class_id,
       olympiad_nobles.olympiad_points AS points,
       olympiad_nobles.competitions_done AS fights,
       olympiad_nobles.competitions_won AS wins
FROM {game}.olympiad_nobles;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.raid_points AS
SELECT character_raid_points.char_id AS character_id, character_raid_points.boss_id, character_raid_points.points
FROM {game}.character_raid_points;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clan_halls AS
SELECT clanhall.id AS hall_id, NULLIF(clanhall.ownerId, 0) AS owner_id, NULLIF(clanhall.paidUntil, 0) DIV 1000 AS paid_until
FROM {game}.clanhall;

-- One column holds the end of an auction and, for the halls that are won in a siege, the next siege.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_sieges AS
SELECT clanhall.id AS hall_id, NULL AS owner_id, NULLIF(clanhall.endDate, 0) DIV 1000 AS siege_at
FROM {game}.clanhall
WHERE clanhall.id IN (21, 34, 35, 62, 63, 64);

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_auctions AS
SELECT clanhall.id AS hall_id, clanhall.endDate DIV 1000 AS ends_at, clanhall.sellerBid AS starting_bid
FROM {game}.clanhall
WHERE clanhall.endDate > 0 AND clanhall.id NOT IN (21, 34, 35, 62, 63, 64);

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_bids AS
SELECT auctions.clanhall_id AS hall_id, auctions.clan_oid AS clan_id
FROM {game}.auctions;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clan_wars AS
SELECT CAST(clan_wars.clan1 AS UNSIGNED) AS clan_id, CAST(clan_wars.clan2 AS UNSIGNED) AS enemy_id
FROM {game}.clan_wars
WHERE clan_wars.expiry_time = 0;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hero_diary AS
SELECT heroes_diary.char_id AS character_id, heroes_diary.time DIV 1000 AS at, heroes_diary.action, heroes_diary.param
FROM {game}.heroes_diary;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_last AS
SELECT olympiad_nobles_eom.char_id AS character_id,
       olympiad_nobles_eom.class_id,
       olympiad_nobles_eom.olympiad_points AS points,
       olympiad_nobles_eom.competitions_done AS fights,
       olympiad_nobles_eom.competitions_won AS wins
FROM {game}.olympiad_nobles_eom;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_period AS
SELECT olympiad_data.current_cycle AS cycle,
       olympiad_data.period = 'VALIDATION' AS is_validation,
       NULLIF(olympiad_data.olympiad_end, 0) DIV 1000 AS ends_at,
       NULLIF(olympiad_data.validation_end, 0) DIV 1000 AS validation_ends_at
FROM {game}.olympiad_data;

-- `winner`: 0 nobody, 1 the first, 2 the rival.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_fights AS
SELECT olympiad_fights.charOneId AS character_id,
       olympiad_fights.charTwoId AS rival_id,
       olympiad_fights.winner,
       olympiad_fights.start DIV 1000 AS started_at,
       olympiad_fights.time DIV 1000 AS seconds
FROM {game}.olympiad_fights;

-- `period`: 0 recruiting, 1 competition, 2 results, 3 seal validation. Owners and winner: 0 nobody, 1 Dusk, 2 Dawn.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.seven_signs AS
SELECT seven_signs_status.current_cycle AS cycle,
       CASE seven_signs_status.active_period WHEN 'RECRUITING' THEN 0 WHEN 'COMPETITION' THEN 1 WHEN 'RESULTS' THEN 2
            ELSE 3 END AS period,
       CASE seven_signs_status.previous_winner WHEN 'DUSK' THEN 1 WHEN 'DAWN' THEN 2 ELSE 0 END AS previous_winner,
       seven_signs_status.dawn_stone_score AS dawn_stones,
       seven_signs_status.dawn_festival_score AS dawn_festival,
       seven_signs_status.dusk_stone_score AS dusk_stones,
       seven_signs_status.dusk_festival_score AS dusk_festival,
       CASE seven_signs_status.avarice_owner WHEN 'DUSK' THEN 1 WHEN 'DAWN' THEN 2 ELSE 0 END AS avarice_owner,
       CASE seven_signs_status.gnosis_owner WHEN 'DUSK' THEN 1 WHEN 'DAWN' THEN 2 ELSE 0 END AS gnosis_owner,
       CASE seven_signs_status.strife_owner WHEN 'DUSK' THEN 1 WHEN 'DAWN' THEN 2 ELSE 0 END AS strife_owner
FROM {game}.seven_signs_status;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.cursed_weapons AS
SELECT cursed_weapons.itemId AS item_id,
       cursed_weapons.playerId AS character_id,
       cursed_weapons.nbKills AS kills,
       NULLIF(cursed_weapons.endTime, 0) DIV 1000 AS ends_at
FROM {game}.cursed_weapons
WHERE cursed_weapons.playerId > 0;

-- The game writes a row when a player opens a shop, and deletes those of all others then, and all rows as it starts.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.shops AS
SELECT character_offline_trade.charId AS character_id,
       CASE character_offline_trade.type WHEN 1 THEN 'sell' WHEN 8 THEN 'package' WHEN 3 THEN 'buy' WHEN 5 THEN 'craft'
            ELSE 'other' END AS kind,
       NULLIF(character_offline_trade.time, 0) DIV 1000 AS since
FROM {game}.character_offline_trade;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.shop_items AS
SELECT character_offline_trade_items.charId AS character_id,
       character_offline_trade_items.item AS entry_id,
       character_offline_trade_items.count AS amount,
       character_offline_trade_items.price AS price,
       {character_offline_trade_items.enchant?} AS enchant
FROM {game}.character_offline_trade_items;
