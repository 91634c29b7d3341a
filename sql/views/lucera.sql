-- Views over the tables of Lucera 2 and related packs.
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
-- Level, class and health are in `character_subclasses`, with a row for the base class; the race follows from that
-- class. Times of characters and accounts are in seconds, those of castles in milliseconds. Offline traders are not
-- online.
-- `deletetime` is the moment of the request for deletion; the game erases the character seven days later.

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.accounts AS
SELECT accounts.login, accounts.password, accounts.accessLevel AS access_level, accounts.l2email AS email
FROM {login}.accounts;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.new_accounts AS
SELECT accounts.login, accounts.password, accounts.l2email AS email, accounts.accessLevel AS access_level, accounts.lastactive AS last_active
FROM {login}.accounts
WHERE COALESCE(accounts.accessLevel, 0) = 0
WITH CASCADED CHECK OPTION;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.player_accounts AS
SELECT accounts.login, accounts.password, accounts.l2email AS email
FROM {login}.accounts
WHERE COALESCE(accounts.accessLevel, 0) = 0
WITH CASCADED CHECK OPTION;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.account_activity AS
SELECT accounts.login,
       COALESCE(accounts.accessLevel, 0) AS access_level,
       NULLIF(accounts.lastactive, 0) AS last_active,
       accounts.lastIP AS last_ip,
       NULL AS created_at
FROM {login}.accounts;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.account_bans AS
SELECT accounts.login, accounts.ban_expire AS until
FROM {login}.accounts
WHERE accounts.ban_expire > 0;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.characters AS
SELECT characters.obj_Id AS character_id,
       characters.account_name,
       characters.char_name AS name,
       characters.title,
       COALESCE(base.level, 0) AS level,
       COALESCE(base.exp, 0) AS exp,
       COALESCE(base.sp, 0) AS sp,
       COALESCE(base.class_id, 0) AS base_class_id,
       COALESCE(active.class_id, base.class_id, 0) AS class_id,
       CASE WHEN base.class_id BETWEEN 0 AND 17 OR base.class_id BETWEEN 88 AND 98 THEN 0
            WHEN base.class_id BETWEEN 18 AND 30 OR base.class_id BETWEEN 99 AND 105 THEN 1
            WHEN base.class_id BETWEEN 31 AND 43 OR base.class_id BETWEEN 106 AND 112 THEN 2
            WHEN base.class_id BETWEEN 44 AND 52 OR base.class_id BETWEEN 113 AND 116 THEN 3
            WHEN base.class_id BETWEEN 53 AND 57 OR base.class_id BETWEEN 117 AND 118 THEN 4
            END AS race,
       COALESCE(characters.sex, 0) AS sex,
       characters.clanid AS clan_id,
       COALESCE(characters.pvpkills, 0) AS pvp_kills,
       COALESCE(characters.pkkills, 0) AS pk_kills,
       {characters.deaths?} AS deaths,
       COALESCE(characters.karma, 0) AS karma,
       characters.fame,
       FLOOR(active.curHp) AS hp,
       active.maxHp AS max_hp,
       FLOOR(active.curMp) AS mp,
       active.maxMp AS max_mp,
       FLOOR(active.curCp) AS cp,
       active.maxCp AS max_cp,
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
       characters.onlinetime AS playtime,
       NULLIF(characters.lastAccess, 0) AS last_access,
       NULLIF(characters.createtime, 0) AS created_at,
       NULLIF(characters.deletetime, 0) + 604800 AS deletion_at,
       COALESCE(characters.accesslevel, 0) AS access_level,
       {oly_nobles.char_id?} IS NOT NULL AS noble
FROM {game}.characters
LEFT JOIN {game}.character_subclasses AS base ON base.char_obj_id = characters.obj_Id AND base.isBase = 1
LEFT JOIN {game}.character_subclasses AS active ON active.char_obj_id = characters.obj_Id AND active.active = 1
LEFT JOIN {game?}.oly_nobles ON oly_nobles.char_id = characters.obj_Id;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.character_bans AS
SELECT bans.obj_Id AS character_id, bans.endban AS until
FROM {game}.bans
WHERE bans.endban IS NOT NULL;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.subclasses AS
SELECT character_subclasses.char_obj_id AS character_id,
       character_subclasses.class_id,
       character_subclasses.level,
       character_subclasses.exp,
       character_subclasses.sp
FROM {game}.character_subclasses
WHERE character_subclasses.isBase = 0;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.items AS
SELECT items.item_id AS object_id,
       items.owner_id,
       items.item_type AS item_id,
       items.amount,
       items.enchant,
       items.location AS place,
       CASE WHEN items.location <> 'PAPERDOLL' THEN NULL
            WHEN items.slot IN (1, 4) OR items.slot BETWEEN 14 AND 16 THEN items.slot + 1
            WHEN items.slot IN (2, 5) THEN items.slot - 1
            ELSE items.slot END AS slot,
       NULLIF({items_variation.stat1?} + {items_variation.stat2?} * 65536, 0) AS augmentation
FROM {game}.items
LEFT JOIN {game?}.items_variation ON items_variation.item_id = items.item_id;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clans AS
SELECT clan_data.clan_id,
       main.name,
       clan_data.clan_level AS level,
       clan_data.reputation_score AS reputation,
       clan_data.hasCastle AS castle_id,
       clan_data.ally_id,
       {ally_data.ally_name?} AS ally_name,
       main.leader_id
FROM {game}.clan_data
LEFT JOIN {game}.clan_subpledges AS main ON main.clan_id = clan_data.clan_id AND main.type = 0
LEFT JOIN {game?}.ally_data ON ally_data.ally_id = clan_data.ally_id;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.castles AS
SELECT castle.id AS castle_id,
       castle.tax_percent,
       NULLIF(castle.siege_date, 0) DIV 1000 AS siege_at
FROM {game}.castle;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.sieges AS
SELECT siege_clans.residence_id AS castle_id,
       siege_clans.clan_id,
       CASE siege_clans.type WHEN 'owner' THEN 'owner' WHEN 'defenders' THEN 'defender' WHEN 'attackers' THEN 'attacker'
            ELSE 'waiting' END AS side
FROM {game}.siege_clans
WHERE siege_clans.residence_id BETWEEN 1 AND 9
  AND siege_clans.type IN ('owner', 'defenders', 'attackers', 'defenders_waiting');

-- Two tables of some two hundred rows in all, which cannot be merged.
CREATE OR REPLACE ALGORITHM = UNDEFINED DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.bosses AS
SELECT id AS boss_id, NULLIF(respawn_delay, 0) AS respawn_at, current_hp AS hp FROM {game?}.raidboss_status UNION ALL
SELECT bossId AS boss_id, NULLIF(respawnDate, 0) AS respawn_at, NULL AS hp FROM {game?}.epic_boss_spawn UNION ALL
SELECT 0 AS boss_id, 0 AS respawn_at, 0 AS hp FROM {game}.clan_data WHERE FALSE;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.heroes AS
SELECT oly_heroes.char_id AS character_id, NULL AS class_id, oly_heroes.count
FROM {game}.oly_heroes
WHERE oly_heroes.active = 1;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad AS
SELECT oly_nobles.char_id AS character_id,
       oly_nobles.class_id,
       oly_nobles.points_current AS points,
       oly_nobles.comp_done AS fights,
       oly_nobles.comp_win AS wins
FROM {game}.oly_nobles;
