-- Views over the tables of aCis, revisions 380 to 390.
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
-- Accounts have no e-mail, address or date of creation, and no ban that ends by itself.

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
       clan_data.reputation_score AS reputation,
       clan_data.hasCastle AS castle_id,
       clan_data.ally_id,
       clan_data.ally_name,
       clan_data.leader_id
FROM {game}.clan_data;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.castles AS
SELECT castle.id AS castle_id,
       castle.taxPercent AS tax_percent,
       NULLIF(castle.siegeDate, 0) DIV 1000 AS siege_at
FROM {game}.castle;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.sieges AS
SELECT siege_clans.castle_id,
       siege_clans.clan_id,
       CASE siege_clans.type WHEN 'OWNER' THEN 'owner' WHEN 'DEFENDER' THEN 'defender' WHEN 'ATTACKER' THEN 'attacker'
            ELSE 'waiting' END AS side
FROM {game}.siege_clans;

-- Two tables of some two hundred rows in all, which cannot be merged.
CREATE OR REPLACE ALGORITHM = UNDEFINED DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.bosses AS
SELECT boss_id, NULLIF(respawn_time DIV 1000, 0) AS respawn_at, currentHp AS hp FROM {game?}.raidboss_spawnlist UNION ALL
SELECT boss_id, NULLIF(respawn_time DIV 1000, 0) AS respawn_at, currentHP AS hp FROM {game?}.grandboss_data UNION ALL
SELECT 0 AS boss_id, 0 AS respawn_at, 0 AS hp FROM {game}.clan_data WHERE FALSE;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.heroes AS
SELECT heroes.char_id AS character_id, heroes.class_id, heroes.count
FROM {game}.heroes
WHERE heroes.played = 1 AND heroes.active = 1;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad AS
SELECT olympiad_nobles.char_id AS character_id,
       olympiad_nobles.class_id,
       olympiad_nobles.olympiad_points AS points,
       olympiad_nobles.competitions_done AS fights,
       olympiad_nobles.competitions_won AS wins
FROM {game}.olympiad_nobles;
