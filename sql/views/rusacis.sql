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
-- Bosses are rows of `spawn_data` under names. The ten grand bosses are known by name; the numbers of raid bosses are in
-- the game's own files only, and they are left out. A respawn of 1 marks a spawn that was cancelled.

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
       clan_data.reputation_score AS reputation,
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
SELECT CASE spawn_data.name
            WHEN 'greyclaw_kutus' THEN 25001 WHEN 'turek_mercenary_boss' THEN 25004
            WHEN 'retreat_spider_cletu' THEN 25007 WHEN 'furious_thieles' THEN 25010
            WHEN 'ghost_of_peasant_leader' THEN 25013 WHEN 'guardian_3_of_garden' THEN 25016
            WHEN 'pan_draid' THEN 25019 WHEN 'breka_warlock_pastu' THEN 25020 WHEN 'jeruna_queen' THEN 25023
            WHEN 'katu_van_atui' THEN 25026 WHEN 'atraiban' THEN 25029 WHEN 'eva_guardian_millenu' THEN 25032
            WHEN 'domb_death_cabrio' THEN 25035 WHEN 'tirak' THEN 25038 WHEN 'remmel' THEN 25041
            WHEN 'barion' THEN 25044 WHEN 'karte' THEN 25047 WHEN 'verfa' THEN 25050 WHEN 'rahha' THEN 25051
            WHEN 'kernon' THEN 25054 WHEN 'biconne_of_blue_sky' THEN 25057 WHEN 'love_reverser_kael' THEN 25060
            WHEN 'grandeur_soul_chertuba' THEN 25063 WHEN 'wizard_of_storm_teruk' THEN 25064
            WHEN 'master_of_ledflag_shaka' THEN 25067 WHEN 'fairys_watcher_ruell' THEN 25070
            WHEN 'bloody_priest_rudelto' THEN 25073 WHEN 'princess_molrang' THEN 25076 WHEN 'catseye' THEN 25079
            WHEN 'lost_cat_the_cat_a' THEN 25082 WHEN 'timak_orc_hunter_a' THEN 25085
            WHEN 'crazy_mechanic_golem' THEN 25088 WHEN 'soulless_wild_boar' THEN 25089 WHEN 'korim' THEN 25092
            WHEN 'elf_renoa' THEN 25095 WHEN 'sejarr_s_summoner' THEN 25098 WHEN 'repiro_rot_tree' THEN 25099
            WHEN 'shacram' THEN 25102 WHEN 'sorcery_isirr' THEN 25103 WHEN 'manes_lidia' THEN 25106
            WHEN 'antaras_cloe' THEN 25109 WHEN 'meana_agent_of_beres' THEN 25112 WHEN 'icarus_sample_21' THEN 25115
            WHEN 'warden_guillotine' THEN 25118 WHEN 'obern_mgr_of_fairyqueen' THEN 25119
            WHEN 'refuge_hoper_leo' THEN 25122 WHEN 'fiercetiger_king_angel' THEN 25125
            WHEN 'golkonda_longhorn' THEN 25126 WHEN 'langk_matriarch_rashkos' THEN 25127
            WHEN 'vuku_witchdr_gharmash' THEN 25128 WHEN 'carnage_lord_gato' THEN 25131
            WHEN 'leto_chief_talkin' THEN 25134 WHEN 'bereths_seer_sephia' THEN 25137 WHEN 'hekaton_prime' THEN 25140
            WHEN 'shuriel_fire_of_wrath' THEN 25143 WHEN 'serpent_demon_bifrons' THEN 25146
            WHEN 'zombie_lord_crowl' THEN 25149 WHEN 'flamelord_shadar' THEN 25152 WHEN 'shaman_king_selu' THEN 25155
            WHEN 'king_tarlk' THEN 25158 WHEN 'unicorn_paniel' THEN 25159 WHEN 'giant_marpanak' THEN 25162
            WHEN 'roar_skylancer' THEN 25163 WHEN 'ikuntai' THEN 25166 WHEN 'ragraman' THEN 25169
            WHEN 'lizardman_leader_hellion' THEN 25170 WHEN 'king_tiger_karuta' THEN 25173
            WHEN 'black_lily' THEN 25176 WHEN 'guardian_of_karum' THEN 25179 WHEN 'kurikups' THEN 25182
            WHEN 'tasaba_patriarch_hellena' THEN 25185 WHEN 'apepi' THEN 25188 WHEN 'cronoss_summons_mumu' THEN 25189
            WHEN 'earth_protecter_panathen' THEN 25192 WHEN 'faf_herald_lokness' THEN 25198
            WHEN 'wdragon_priest_sheshark' THEN 25199 WHEN 'krokian_padisha_sobekk' THEN 25202
            WHEN 'ocean_flame_ashakiel' THEN 25205 WHEN 'water_couatl_ateka' THEN 25208 WHEN 'sebek' THEN 25211
            WHEN 'fafurions_pagehood_sika' THEN 25214 WHEN 'cursed_clala' THEN 25217
            WHEN 'hallate_the_death_lord' THEN 25220 WHEN 'soul_collector_acheron' THEN 25223
            WHEN 'roaring_seer_kastor' THEN 25226 WHEN 'storm_winged_naga' THEN 25229
            WHEN 'timak_seer_ragoth' THEN 25230 WHEN 'spirit_andras_betrayer' THEN 25233
            WHEN 'ancient_weird_drake' THEN 25234 WHEN 'vanor_chief_kandra' THEN 25235
            WHEN 'abyss_brukunt' THEN 25238 WHEN 'harit_hero_tamash' THEN 25241 WHEN 'last_lesser_olkuth' THEN 25244
            WHEN 'last_lesser_glaki' THEN 25245 WHEN 'doom_blade_tanatos' THEN 25248
            WHEN 'palatanos_power' THEN 25249 WHEN 'palibati_queen_themis' THEN 25252
            WHEN 'gargoyle_lord_tiphon' THEN 25255 WHEN 'taik_prefect_arak' THEN 25256
            WHEN 'zakens_butcher_krantz' THEN 25259 WHEN 'iron_giant_totem' THEN 25260
            WHEN 'kernon_servant_kelone' THEN 25263 WHEN 'bloody_empress_decarbia' THEN 25266
            WHEN 'beastlord_behemoth' THEN 25269 WHEN 'partisan_leader_talakin' THEN 25272
            WHEN 'ipos_the_death_lord' THEN 25276 WHEN 'liliths_oracle_marilion' THEN 25277
            WHEN 'pagan_warder_cerberon' THEN 25280 WHEN 'anakims_nemesis_zakaron' THEN 25281
            WHEN 'shax_the_death_lord' THEN 25282 WHEN 'lilith' THEN 25283 WHEN 'anakim' THEN 25286
            WHEN 'geyser_guardian_hestia' THEN 25293 WHEN 'ketra_hero_hekaton' THEN 25299
            WHEN 'ketra_commander_tayr' THEN 25302 WHEN 'ketra_chief_brakki' THEN 25305
            WHEN 'varka_hero_shadith' THEN 25309 WHEN 'varka_commnder_mos' THEN 25312
            WHEN 'varka_chief_horuth' THEN 25315 WHEN 'amber' THEN 25319 WHEN 'demonic_agent_falston' THEN 25322
            WHEN 'blinding_fire_barakiel' THEN 25325 WHEN 'raid_boss_von_helman' THEN 25328
            WHEN 'giant_wasteland_basil' THEN 25352 WHEN 'gargoyle_lord_sirocco' THEN 25354
            WHEN 'sukar_wererat_chief' THEN 25357 WHEN 'tiger_hornet' THEN 25360 WHEN 'tracker_sharuk' THEN 25362
            WHEN 'patriarch_kuroboros' THEN 25365 WHEN 'priest_of_kuroboros' THEN 25366
            WHEN 'soul_scavenger' THEN 25369 WHEN 'discard_guardian' THEN 25372
            WHEN 'malex_herald_of_dagoniel' THEN 25373 WHEN 'zombie_lord_farakelsus' THEN 25375
            WHEN 'madness_beast' THEN 25378 WHEN 'kaysha_herald_of_ikaros' THEN 25380
            WHEN 'revenant_of_sir_calibus' THEN 25383 WHEN 'demon_tempest' THEN 25385
            WHEN 'redeye_leader_trakia' THEN 25388 WHEN 'nurkas_messenger' THEN 25391
            WHEN 'queens_nobel_leader' THEN 25392 WHEN 'premo_prime_the_creature' THEN 25394
            WHEN 'archon_susceptor' THEN 25395 WHEN 'eyes_of_bereth' THEN 25398
            WHEN 'antaras_adherent_skyla' THEN 25401 WHEN 'corsair_captain_kylon' THEN 25404
            WHEN 'lord_ishka' THEN 25407 WHEN 'road_scavenger_leader' THEN 25410
            WHEN 'necrosentinel_guard' THEN 25412 WHEN 'nakondas' THEN 25415 WHEN 'dread_avenger_kraven' THEN 25418
            WHEN 'handmaiden_of_orfen' THEN 25420 WHEN 'fairy_queen_timiniel' THEN 25423
            WHEN 'betrayer_of_urutu_freki' THEN 25426 WHEN 'mammons_collector_talos' THEN 25429
            WHEN 'flamestone_golem' THEN 25431 WHEN 'bandit_leader_barda' THEN 25434
            WHEN 'timak_orc_gosmos' THEN 25437 WHEN 'kelbar' THEN 25438 WHEN 'monster_cyrion' THEN 25441
            WHEN 'enmity_ghost_ramdal' THEN 25444 WHEN 'hope_immortality_mardil' THEN 25447
            WHEN 'cherub_garacsia' THEN 25450 WHEN 'meanas_anor' THEN 25453 WHEN 'oblivion_s_mirror' THEN 25456
            WHEN 'ereve_deathman' THEN 25460 WHEN 'harit_tutelar_garangky' THEN 25463 WHEN 'gorgolos' THEN 25467
            WHEN 'last_lesser_utenus' THEN 25470 WHEN 'grave_rabber_khim' THEN 25473 WHEN 'ghost_kabed' THEN 25475
            WHEN 'priest_hisilrome' THEN 25478 WHEN 'magician_kenishee' THEN 25481
            WHEN 'chief_mate_tilion' THEN 25484 WHEN 'water_spirit_lian' THEN 25487 WHEN 'gwindorr' THEN 25490
            WHEN 'niniel_spirit_eva' THEN 25493 WHEN 'papurrion_pingolpin' THEN 25496
            WHEN 'istary_papurrion' THEN 25498 WHEN 'benom_triols_leader' THEN 29054 WHEN 'queen_ant' THEN 29001
            WHEN 'core' THEN 29006 WHEN 'orfen' THEN 29014 WHEN 'baium' THEN 29020 WHEN 'zaken' THEN 29022
            WHEN 'valakas' THEN 29028 WHEN 'frintessa' THEN 29045 WHEN 'triolls_priest_andreas' THEN 29062
            WHEN 'sailren' THEN 29065 WHEN 'antaras_max' THEN 29068
            END AS boss_id,
       spawn_data.status = 0 AS is_down,
       NULLIF(spawn_data.respawn_time DIV 1000, 0) AS respawn_at,
       NULL AS min_delay,
       NULL AS max_delay,
       0 AS is_exact,
       0 AS needs_points
FROM {game}.spawn_data
WHERE spawn_data.name IN (
      'greyclaw_kutus', 'turek_mercenary_boss', 'retreat_spider_cletu', 'furious_thieles', 'ghost_of_peasant_leader',
      'guardian_3_of_garden', 'pan_draid', 'breka_warlock_pastu', 'jeruna_queen', 'katu_van_atui', 'atraiban',
      'eva_guardian_millenu', 'domb_death_cabrio', 'tirak', 'remmel', 'barion', 'karte', 'verfa', 'rahha', 'kernon',
      'biconne_of_blue_sky', 'love_reverser_kael', 'grandeur_soul_chertuba', 'wizard_of_storm_teruk',
      'master_of_ledflag_shaka', 'fairys_watcher_ruell', 'bloody_priest_rudelto', 'princess_molrang', 'catseye',
      'lost_cat_the_cat_a', 'timak_orc_hunter_a', 'crazy_mechanic_golem', 'soulless_wild_boar', 'korim', 'elf_renoa',
      'sejarr_s_summoner', 'repiro_rot_tree', 'shacram', 'sorcery_isirr', 'manes_lidia', 'antaras_cloe',
      'meana_agent_of_beres', 'icarus_sample_21', 'warden_guillotine', 'obern_mgr_of_fairyqueen', 'refuge_hoper_leo',
      'fiercetiger_king_angel', 'golkonda_longhorn', 'langk_matriarch_rashkos', 'vuku_witchdr_gharmash',
      'carnage_lord_gato', 'leto_chief_talkin', 'bereths_seer_sephia', 'hekaton_prime', 'shuriel_fire_of_wrath',
      'serpent_demon_bifrons', 'zombie_lord_crowl', 'flamelord_shadar', 'shaman_king_selu', 'king_tarlk',
      'unicorn_paniel', 'giant_marpanak', 'roar_skylancer', 'ikuntai', 'ragraman', 'lizardman_leader_hellion',
      'king_tiger_karuta', 'black_lily', 'guardian_of_karum', 'kurikups', 'tasaba_patriarch_hellena', 'apepi',
      'cronoss_summons_mumu', 'earth_protecter_panathen', 'faf_herald_lokness', 'wdragon_priest_sheshark',
      'krokian_padisha_sobekk', 'ocean_flame_ashakiel', 'water_couatl_ateka', 'sebek', 'fafurions_pagehood_sika',
      'cursed_clala', 'hallate_the_death_lord', 'soul_collector_acheron', 'roaring_seer_kastor', 'storm_winged_naga',
      'timak_seer_ragoth', 'spirit_andras_betrayer', 'ancient_weird_drake', 'vanor_chief_kandra', 'abyss_brukunt',
      'harit_hero_tamash', 'last_lesser_olkuth', 'last_lesser_glaki', 'doom_blade_tanatos', 'palatanos_power',
      'palibati_queen_themis', 'gargoyle_lord_tiphon', 'taik_prefect_arak', 'zakens_butcher_krantz',
      'iron_giant_totem', 'kernon_servant_kelone', 'bloody_empress_decarbia', 'beastlord_behemoth',
      'partisan_leader_talakin', 'ipos_the_death_lord', 'liliths_oracle_marilion', 'pagan_warder_cerberon',
      'anakims_nemesis_zakaron', 'shax_the_death_lord', 'lilith', 'anakim', 'geyser_guardian_hestia',
      'ketra_hero_hekaton', 'ketra_commander_tayr', 'ketra_chief_brakki', 'varka_hero_shadith', 'varka_commnder_mos',
      'varka_chief_horuth', 'amber', 'demonic_agent_falston', 'blinding_fire_barakiel', 'raid_boss_von_helman',
      'giant_wasteland_basil', 'gargoyle_lord_sirocco', 'sukar_wererat_chief', 'tiger_hornet', 'tracker_sharuk',
      'patriarch_kuroboros', 'priest_of_kuroboros', 'soul_scavenger', 'discard_guardian', 'malex_herald_of_dagoniel',
      'zombie_lord_farakelsus', 'madness_beast', 'kaysha_herald_of_ikaros', 'revenant_of_sir_calibus',
      'demon_tempest', 'redeye_leader_trakia', 'nurkas_messenger', 'queens_nobel_leader', 'premo_prime_the_creature',
      'archon_susceptor', 'eyes_of_bereth', 'antaras_adherent_skyla', 'corsair_captain_kylon', 'lord_ishka',
      'road_scavenger_leader', 'necrosentinel_guard', 'nakondas', 'dread_avenger_kraven', 'handmaiden_of_orfen',
      'fairy_queen_timiniel', 'betrayer_of_urutu_freki', 'mammons_collector_talos', 'flamestone_golem',
      'bandit_leader_barda', 'timak_orc_gosmos', 'kelbar', 'monster_cyrion', 'enmity_ghost_ramdal',
      'hope_immortality_mardil', 'cherub_garacsia', 'meanas_anor', 'oblivion_s_mirror', 'ereve_deathman',
      'harit_tutelar_garangky', 'gorgolos', 'last_lesser_utenus', 'grave_rabber_khim', 'ghost_kabed',
      'priest_hisilrome', 'magician_kenishee', 'chief_mate_tilion', 'water_spirit_lian', 'gwindorr',
      'niniel_spirit_eva', 'papurrion_pingolpin', 'istary_papurrion', 'benom_triols_leader', 'queen_ant', 'core',
      'orfen', 'baium', 'zaken', 'valakas', 'frintessa', 'triolls_priest_andreas', 'sailren', 'antaras_max'
);

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
