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
       NULL AS trader,
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
       {clan_data.reputation_score?} AS reputation,
       clan_data.hasCastle AS castle_id,
       clan_data.ally_id,
       {ally_data.ally_name?} AS ally_name,
       main.leader_id
FROM {game}.clan_data FORCE INDEX FOR ORDER BY (PRIMARY)
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

-- Two tables of some two hundred rows in all, which cannot be merged. `is_down`: the row may stand for a dead boss, who
-- returns at `respawn_at`; the other states of the great bosses are waiting and fighting. `is_exact`: the respawn comes
-- whole hours after the death. `needs_points`: the row also looks so after an encounter without a kill.
CREATE OR REPLACE ALGORITHM = UNDEFINED DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.bosses AS
SELECT id AS boss_id, 1 AS is_down, NULLIF(respawn_delay, 0) AS respawn_at, NULL AS min_delay, NULL AS max_delay, 0 AS is_exact, 0 AS needs_points FROM {game?}.raidboss_status UNION ALL
SELECT bossId AS boss_id, state = 3 AS is_down, NULLIF(respawnDate, 0) AS respawn_at, NULL AS min_delay, NULL AS max_delay, 0 AS is_exact, 1 AS needs_points FROM {game?}.epic_boss_spawn UNION ALL
SELECT 0 AS boss_id, 0 AS is_down, 0 AS respawn_at, 0 AS min_delay, 0 AS max_delay, 0 AS is_exact, 0 AS needs_points FROM {game}.clan_data WHERE FALSE;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.heroes AS
SELECT oly_heroes.char_id AS character_id, NULL AS class_id, oly_heroes.count
FROM {game}.oly_heroes
WHERE oly_heroes.active = 1;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_heroes AS
SELECT oly_heroes.char_id AS character_id, NULL AS class_id, oly_heroes.count
FROM {game}.oly_heroes
WHERE oly_heroes.played = 1;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad AS
SELECT oly_nobles.char_id AS character_id,
       oly_nobles.class_id,
       oly_nobles.points_current AS points,
       oly_nobles.comp_done AS fights,
       oly_nobles.comp_win AS wins
FROM {game}.oly_nobles;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.raid_points AS
SELECT raidboss_points.owner_id AS character_id, raidboss_points.boss_id, raidboss_points.points
FROM {game}.raidboss_points FORCE INDEX FOR ORDER BY (owner_id);

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clan_halls AS
SELECT clanhall.id AS hall_id, clan_data.clan_id AS owner_id, NULL AS paid_until
FROM {game}.clanhall
LEFT JOIN {game}.clan_data ON clan_data.hasHideout = clanhall.id;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_sieges AS
SELECT clanhall.id AS hall_id, NULL AS owner_id, NULLIF(clanhall.siege_date, 0) DIV 1000 AS siege_at
FROM {game}.clanhall
WHERE clanhall.id IN (21, 34, 35, 62, 63, 64);

-- Bids are registrations for the hall. An auction that nobody has won has a length, in days.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_auctions AS
SELECT clanhall.id AS hall_id,
       clanhall.siege_date DIV 1000 + clanhall.auction_length * 86400 AS ends_at,
       clanhall.auction_min_bid AS starting_bid
FROM {game}.clanhall
WHERE clanhall.auction_length > 0 AND clanhall.siege_date > 0 AND clanhall.id NOT IN (21, 34, 35, 62, 63, 64);

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_bids AS
SELECT siege_clans.residence_id AS hall_id, siege_clans.clan_id
FROM {game}.siege_clans
WHERE siege_clans.residence_id BETWEEN 22 AND 61 AND siege_clans.residence_id NOT IN (34, 35)
  AND siege_clans.type = 'attackers';

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_registrations AS
SELECT siege_clans.residence_id AS hall_id, siege_clans.clan_id
FROM {game}.siege_clans
WHERE siege_clans.residence_id IN (21, 34, 35, 62, 63, 64) AND siege_clans.type = 'attackers';

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clan_wars AS
SELECT clan_wars.clan1 AS clan_id, clan_wars.clan2 AS enemy_id
FROM {game}.clan_wars;

-- The bytes of the picture in hexadecimal digits.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clan_crests AS
SELECT clan_data.clan_id, HEX(clan_data.crest) AS picture
FROM {game}.clan_data
WHERE clan_data.crest IS NOT NULL;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hero_diary AS
SELECT heroes_diary.charId AS character_id, heroes_diary.time DIV 1000 AS at, heroes_diary.action, heroes_diary.param
FROM {game}.heroes_diary;

-- `points_past` is 0 when the character has collected its reward; the game ranks by `points_pre_past`.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_last AS
SELECT oly_nobles.char_id AS character_id,
       oly_nobles.class_id,
       oly_nobles.points_pre_past AS points,
       NULL AS fights,
       NULL AS wins
FROM {game}.oly_nobles
WHERE oly_nobles.points_pre_past > 0;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_period AS
SELECT oly_season.season_id AS cycle,
       NULL AS is_validation,
       oly_season.season_end_time AS ends_at,
       NULLIF(oly_season.nominate_start, 0) AS validation_ends_at
FROM {game}.oly_season;

-- Two rows for each fight: that of the winner, or of the lower id in a draw, is the fight.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_fights AS
SELECT oly_comps.char_id AS character_id,
       oly_comps.rival_id,
       CASE WHEN oly_comps.result = 0 THEN 0 ELSE 1 END AS winner,
       oly_comps.mtime - oly_comps.elapsed_time AS started_at,
       oly_comps.elapsed_time AS seconds
FROM {game}.oly_comps
WHERE oly_comps.result = 1 OR (oly_comps.result = 0 AND oly_comps.char_id < oly_comps.rival_id);

-- `period`: 0 recruiting, 1 competition, 2 results, 3 seal validation. Owners and winner: 0 nobody, 1 Dusk, 2 Dawn.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.seven_signs AS
SELECT seven_signs_status.current_cycle AS cycle,
       seven_signs_status.active_period AS period,
       seven_signs_status.previous_winner AS previous_winner,
       seven_signs_status.dawn_stone_score AS dawn_stones,
       seven_signs_status.dawn_festival_score AS dawn_festival,
       seven_signs_status.dusk_stone_score AS dusk_stones,
       seven_signs_status.dusk_festival_score AS dusk_festival,
       seven_signs_status.avarice_owner AS avarice_owner,
       seven_signs_status.gnosis_owner AS gnosis_owner,
       seven_signs_status.strife_owner AS strife_owner
FROM {game}.seven_signs_status;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.cursed_weapons AS
SELECT cursed_weapons.item_id,
       cursed_weapons.player_id AS character_id,
       cursed_weapons.nb_kills AS kills,
       NULLIF(cursed_weapons.end_time, 0) AS ends_at
FROM {game}.cursed_weapons
WHERE cursed_weapons.player_id > 0;
