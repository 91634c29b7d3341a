-- Views over the tables of L2J Mobius CT_0 Interlude.
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
-- The game stores times in milliseconds. `online` is 2 for an offline trader. `deletetime` is the moment of erasure. A
-- hero is a character that has claimed the title. `createDate` is a day without an hour; noon is returned. Its default,
-- which characters older than the column have, is no date.
-- An account is banned by a negative level, by `account_data` until a time, or by a row of `punishments` (affect
-- ACCOUNT, type BAN, its name as `key`); a character by a row with its number as `key`. A ban is for ever where
-- `expiration` is not above 0. That table has no index but its primary key, so each login reads all of it: some
-- milliseconds for ten thousand rows; an index on `key` prevents that. Accounts on another server cannot be compared.

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.accounts AS
SELECT accounts.login, accounts.password, accounts.accessLevel AS access_level, accounts.email
FROM {login}.accounts;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.new_accounts AS
SELECT accounts.login, accounts.password, accounts.email, accounts.accessLevel AS access_level, accounts.lastactive AS last_active
FROM {login}.accounts
WHERE COALESCE(accounts.accessLevel, 0) = 0
WITH CASCADED CHECK OPTION;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.player_accounts AS
SELECT accounts.login, accounts.password, accounts.email
FROM {login}.accounts
WHERE COALESCE(accounts.accessLevel, 0) = 0
WITH CASCADED CHECK OPTION;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.account_activity AS
SELECT accounts.login,
       COALESCE(accounts.accessLevel, 0) AS access_level,
       NULLIF(accounts.lastactive, 0) DIV 1000 AS last_active,
       accounts.lastIP AS last_ip,
       NULLIF(UNIX_TIMESTAMP(accounts.created_time), 0) AS created_at
FROM {login}.accounts;

-- Few rows of two tables. For ever is until the last second of the year 9999.
-- The login server compares the end of a ban with the time as texts of milliseconds: the first 13 digits decide.
CREATE OR REPLACE ALGORITHM = UNDEFINED DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.account_bans AS
SELECT account_data.account_name AS login,
       CAST(RPAD(account_data.value, 13, '0') AS SIGNED) DIV 1000 AS until
FROM {login}.account_data
WHERE account_data.var = 'ban_temp'
UNION ALL
SELECT punishments.`key`,
       CASE WHEN punishments.expiration <= 0 THEN 253402300799 ELSE punishments.expiration DIV 1000 END
FROM {game}.punishments
WHERE punishments.affect = 'ACCOUNT' AND punishments.type = 'BAN';

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.account_bans AS
SELECT account_data.account_name AS login,
       CAST(RPAD(account_data.value, 13, '0') AS SIGNED) DIV 1000 AS until
FROM {login}.account_data
WHERE account_data.var = 'ban_temp';

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.characters AS
SELECT characters.charId AS character_id,
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
       NULLIF(UNIX_TIMESTAMP(NULLIF(characters.createDate, '2015-01-01')), 0) + 43200 AS created_at,
       NULLIF(characters.deletetime, 0) DIV 1000 AS deletion_at,
       COALESCE(characters.accesslevel, 0) AS access_level,
       characters.nobless AS noble
FROM {game}.characters;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.character_bans AS
SELECT CAST(punishments.`key` AS UNSIGNED) AS character_id,
       CASE WHEN punishments.expiration <= 0 THEN 253402300799 ELSE punishments.expiration DIV 1000 END AS until
FROM {game}.punishments
WHERE punishments.affect = 'CHARACTER' AND punishments.type = 'BAN';

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.subclasses AS
SELECT character_subclasses.charId AS character_id,
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
       COALESCE(items.enchant_level, 0) AS enchant,
       items.loc AS place,
       CASE WHEN items.loc = 'PAPERDOLL' AND items.loc_data BETWEEN 14 AND 16 THEN items.loc_data + 1
            WHEN items.loc = 'PAPERDOLL' THEN items.loc_data END AS slot,
       NULLIF(NULLIF({item_attributes.augAttributes?}, -1), 0) & 4294967295 AS augmentation
FROM {game}.items
LEFT JOIN {game?}.item_attributes ON item_attributes.itemId = items.object_id;

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
       castle.taxPercent AS tax_percent,
       NULLIF(castle.siegeDate, 0) DIV 1000 AS siege_at
FROM {game}.castle;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.sieges AS
SELECT siege_clans.castle_id,
       siege_clans.clan_id,
       CASE siege_clans.type WHEN -1 THEN 'owner' WHEN 0 THEN 'defender' WHEN 1 THEN 'attacker'
            ELSE 'waiting' END AS side
FROM {game}.siege_clans;

-- Two tables of some two hundred rows in all, which cannot be merged. `is_down`: the row may stand for a dead boss, who
-- returns at `respawn_at`; the other states of the great bosses are waiting and fighting. `is_exact`: the respawn comes
-- whole hours after the death.
CREATE OR REPLACE ALGORITHM = UNDEFINED DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.bosses AS
SELECT boss_id, 1 AS is_down, NULLIF(respawn_time DIV 1000, 0) AS respawn_at, CAST(respawn_delay AS SIGNED) - respawn_random AS min_delay, CAST(respawn_delay AS SIGNED) + respawn_random AS max_delay, 0 AS is_exact, 0 AS needs_points FROM {game?}.raidboss_spawnlist UNION ALL
SELECT boss_id, CASE WHEN boss_id IN (29001, 29006, 29014, 29022) THEN status = 1 WHEN boss_id = 29020 THEN status = 2 WHEN boss_id IN (29019, 29028, 29045, 29066, 29067, 29068) THEN status = 3 ELSE 1 END AS is_down, NULLIF(respawn_time DIV 1000, 0) AS respawn_at, NULL AS min_delay, NULL AS max_delay, 1 AS is_exact, 0 AS needs_points FROM {game?}.grandboss_data UNION ALL
SELECT 0 AS boss_id, 0 AS is_down, 0 AS respawn_at, 0 AS min_delay, 0 AS max_delay, 0 AS is_exact, 0 AS needs_points FROM {game}.clan_data WHERE FALSE;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.heroes AS
SELECT heroes.charId AS character_id, heroes.class_id, heroes.count
FROM {game}.heroes
WHERE heroes.played = 1 AND heroes.claimed = 'true';

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_heroes AS
SELECT heroes.charId AS character_id, heroes.class_id, heroes.count
FROM {game}.heroes
WHERE heroes.played = 1;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad AS
SELECT olympiad_nobles.charId AS character_id,
       olympiad_nobles.class_id,
       olympiad_nobles.olympiad_points AS points,
       olympiad_nobles.competitions_done AS fights,
       olympiad_nobles.competitions_won AS wins
FROM {game}.olympiad_nobles;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.raid_points AS
SELECT character_raid_points.charId AS character_id, character_raid_points.boss_id, character_raid_points.points
FROM {game}.character_raid_points;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clan_halls AS
SELECT clanhall.id AS hall_id, NULLIF(clanhall.ownerId, 0) AS owner_id, NULLIF(clanhall.paidUntil, 0) DIV 1000 AS paid_until
FROM {game}.clanhall;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_sieges AS
SELECT siegable_clanhall.clanHallId AS hall_id,
       NULLIF(siegable_clanhall.ownerId, 0) AS owner_id,
       NULLIF(siegable_clanhall.nextSiege, 0) DIV 1000 AS siege_at
FROM {game}.siegable_clanhall;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_auctions AS
SELECT auction.itemId AS hall_id, NULLIF(auction.endDate, 0) DIV 1000 AS ends_at, auction.startingBid AS starting_bid
FROM {game}.auction;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hall_bids AS
SELECT auction.itemId AS hall_id, auction_bid.bidderId AS clan_id
FROM {game}.auction
JOIN {game}.auction_bid ON auction_bid.auctionId = auction.id;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clan_wars AS
SELECT CAST(clan_wars.clan1 AS UNSIGNED) AS clan_id, CAST(clan_wars.clan2 AS UNSIGNED) AS enemy_id
FROM {game}.clan_wars;

-- The bytes of the picture in hexadecimal digits.
CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.clan_crests AS
SELECT clan_data.clan_id, HEX(crests.data) AS picture
FROM {game}.clan_data
JOIN {game}.crests ON crests.crest_id = clan_data.crest_id AND crests.type = 1;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.hero_diary AS
SELECT heroes_diary.charId AS character_id, heroes_diary.time DIV 1000 AS at, heroes_diary.action, heroes_diary.param
FROM {game}.heroes_diary;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_last AS
SELECT olympiad_nobles_eom.charId AS character_id,
       olympiad_nobles_eom.class_id,
       olympiad_nobles_eom.olympiad_points AS points,
       olympiad_nobles_eom.competitions_done AS fights,
       olympiad_nobles_eom.competitions_won AS wins
FROM {game}.olympiad_nobles_eom;

CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.olympiad_period AS
SELECT olympiad_data.current_cycle AS cycle,
       olympiad_data.period = 1 AS is_validation,
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
SELECT cursed_weapons.itemId AS item_id,
       cursed_weapons.charId AS character_id,
       cursed_weapons.nbKills AS kills,
       NULLIF(cursed_weapons.endTime, 0) DIV 1000 AS ends_at
FROM {game}.cursed_weapons
WHERE cursed_weapons.charId > 0;

-- Rows are written when a player leaves a shop open, changed by each trade and deleted at the next login: where
-- `StoreOfflineTradeInRealtime` is on. Else they are written as the game stops, and deleted as it starts.
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
