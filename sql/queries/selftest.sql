-- What the runtime users must not be able to do and what they have to. Nothing here can change a row: rights are checked
-- before a statement is run, and `WHERE FALSE` finds none. A block `<role>_must_not_…` has to be refused, a block
-- `<role>_may_…` has to pass.

-- name: wide_rights()
SELECT CONCAT(privilege_type, ' on everything') AS found
FROM information_schema.user_privileges
WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AND privilege_type <> 'USAGE'
UNION ALL
SELECT CONCAT(privilege_type, ' on all of ', table_schema)
FROM information_schema.schema_privileges
WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')

-- What the user was granted by name in the schema it works in.
-- name: own_rights()
SELECT CONCAT(privilege_type, ' on ', table_name) AS found
FROM information_schema.table_privileges
WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AND table_schema = DATABASE()
UNION ALL
SELECT CONCAT(privilege_type, ' (', column_name, ') on ', table_name)
FROM information_schema.column_privileges
WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AND table_schema = DATABASE()

-- Somebody else's tables that the user can see, which he can only if he has some right on them.
-- name: foreign_tables()
SELECT CONCAT(table_schema, '.', table_name) AS found
FROM information_schema.tables
WHERE table_schema <> DATABASE() AND table_schema NOT IN ('information_schema', 'performance_schema', 'sys')
LIMIT 20

-- name: game_must_not_update_characters()
UPDATE characters SET name = name WHERE FALSE

-- name: game_must_not_delete_from_characters()
DELETE FROM characters WHERE FALSE

-- name: game_must_not_insert_into_characters()
INSERT INTO characters (character_id) SELECT character_id FROM characters WHERE FALSE

-- name: game_must_not_update_items()
UPDATE items SET owner_id = owner_id WHERE FALSE

-- name: game_must_not_delete_from_items()
DELETE FROM items WHERE FALSE

-- name: game_must_not_insert_into_items()
INSERT INTO items (object_id) SELECT object_id FROM items WHERE FALSE

-- name: game_must_not_update_clans()
UPDATE clans SET reputation = reputation WHERE FALSE

-- name: game_must_not_delete_from_clans()
DELETE FROM clans WHERE FALSE

-- name: game_must_not_insert_into_clans()
INSERT INTO clans (clan_id) SELECT clan_id FROM clans WHERE FALSE

-- name: game_must_not_read_accounts()
SELECT password FROM accounts WHERE FALSE

-- name: game_must_not_read_account_activity()
SELECT last_ip FROM account_activity WHERE FALSE

-- name: game_may_read_characters()
SELECT character_id FROM characters WHERE FALSE

-- name: game_may_read_subclasses()
SELECT character_id FROM subclasses WHERE FALSE

-- name: game_may_read_items()
SELECT object_id FROM items WHERE FALSE

-- name: game_may_read_clans()
SELECT clan_id FROM clans WHERE FALSE

-- name: game_may_read_castles()
SELECT castle_id FROM castles WHERE FALSE

-- name: game_may_read_sieges()
SELECT castle_id FROM sieges WHERE FALSE

-- name: game_may_read_bosses()
SELECT boss_id FROM bosses WHERE FALSE

-- name: game_may_read_heroes()
SELECT character_id FROM heroes WHERE FALSE

-- name: game_may_read_olympiad()
SELECT character_id FROM olympiad WHERE FALSE

-- name: auth_must_not_update_the_access_level()
UPDATE accounts SET access_level = access_level WHERE FALSE

-- name: auth_must_not_rename_accounts()
UPDATE accounts SET login = login WHERE FALSE

-- name: auth_must_not_delete_from_accounts()
DELETE FROM accounts WHERE FALSE

-- name: auth_must_not_insert_an_access_level()
INSERT INTO accounts (login, password, access_level)
SELECT login, password, access_level FROM accounts WHERE FALSE

-- name: auth_must_not_delete_from_account_bans()
DELETE FROM account_bans WHERE FALSE

-- name: auth_must_not_read_characters()
SELECT character_id FROM characters WHERE FALSE

-- name: auth_must_not_update_characters()
UPDATE characters SET name = name WHERE FALSE

-- name: auth_may_read_accounts()
SELECT login FROM accounts WHERE FALSE

-- name: auth_may_read_account_activity()
SELECT login FROM account_activity WHERE FALSE

-- name: auth_may_read_account_bans()
SELECT login FROM account_bans WHERE FALSE

-- name: auth_may_insert_into_accounts()
INSERT INTO accounts (login, password) SELECT login, password FROM accounts WHERE FALSE

-- name: auth_may_update_the_password()
UPDATE accounts SET password = password WHERE FALSE

-- name: site_must_not_update_security_log()
UPDATE security_log SET success = success WHERE FALSE

-- name: site_must_not_delete_from_security_log()
DELETE FROM security_log WHERE FALSE

-- name: site_must_not_update_schema_migrations()
UPDATE schema_migrations SET name = name WHERE FALSE

-- name: site_must_not_delete_from_installation()
DELETE FROM installation WHERE FALSE

-- name: site_may_insert_into_security_log()
INSERT INTO security_log (login, action, ip_address, at, success)
SELECT login, action, ip_address, at, success FROM security_log WHERE FALSE

-- name: site_may_update_heartbeat()
UPDATE heartbeat SET at = at WHERE FALSE

-- name: site_may_update_status_samples()
UPDATE status_samples SET online = online WHERE FALSE

-- name: site_may_update_character_samples()
UPDATE character_samples SET level = level WHERE FALSE

-- name: site_may_update_profiles()
UPDATE profiles SET email = email WHERE FALSE

-- name: site_may_read_installation()
SELECT value FROM installation WHERE FALSE

-- name: site_may_read_schema_migrations()
SELECT number FROM schema_migrations WHERE FALSE

-- name: site_must_not_update_ledger_transfers()
UPDATE ledger_transfers SET reference = reference WHERE FALSE

-- name: site_must_not_delete_from_ledger_transfers()
DELETE FROM ledger_transfers WHERE FALSE

-- name: site_must_not_update_ledger_entries()
UPDATE ledger_entries SET amount = amount WHERE FALSE

-- name: site_must_not_delete_from_ledger_entries()
DELETE FROM ledger_entries WHERE FALSE

-- name: site_must_not_delete_from_wallets()
DELETE FROM wallets WHERE FALSE

-- name: site_must_not_delete_from_donations()
DELETE FROM donations WHERE FALSE

-- name: site_must_not_delete_from_deliveries()
DELETE FROM deliveries WHERE FALSE

-- name: site_must_not_delete_from_payments()
DELETE FROM payments WHERE FALSE

-- name: site_must_not_update_roulette_spins()
UPDATE roulette_spins SET prize = prize WHERE FALSE

-- name: site_must_not_delete_from_roulette_spins()
DELETE FROM roulette_spins WHERE FALSE

-- name: site_must_not_update_the_server_seed()
UPDATE roulette_seeds SET server_seed = server_seed WHERE FALSE

-- name: site_must_not_delete_from_roulette_seeds()
DELETE FROM roulette_seeds WHERE FALSE

-- name: site_must_not_update_roulette_wheels()
UPDATE roulette_wheels SET version = version WHERE FALSE

-- name: site_may_update_payments()
UPDATE payments SET status = status WHERE FALSE

-- name: site_may_insert_into_webhook_inbox()
INSERT INTO webhook_inbox (notice, payment_id, received_at, due_at)
SELECT notice, payment_id, received_at, due_at FROM webhook_inbox WHERE FALSE

-- name: site_may_delete_from_webhook_inbox()
DELETE FROM webhook_inbox WHERE FALSE

-- name: site_may_insert_into_ledger_transfers()
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
SELECT idempotency_key, kind, reference, created_at FROM ledger_transfers WHERE FALSE

-- name: site_may_insert_into_ledger_entries()
INSERT INTO ledger_entries (transfer_id, line, account, amount)
SELECT transfer_id, line, account, amount FROM ledger_entries WHERE FALSE

-- name: site_may_update_wallets()
UPDATE wallets SET balance = balance WHERE FALSE

-- name: site_may_update_donations()
UPDATE donations SET status = status WHERE FALSE

-- name: site_may_update_deliveries()
UPDATE deliveries SET status = status WHERE FALSE

-- With an argument too many, so that it is refused for that and prunes nothing.
-- name: site_may_prune_security_log()
CALL prune_security_log(0)

-- The user of the hand-over table works in the game's own schema, where it has two rights on that one table. What it must
-- not do is tried on all three: where there is no such table, it has no right on it either.

-- name: handover_must_not_update_custom_mail()
UPDATE custom_mail SET items = items WHERE FALSE

-- name: handover_must_not_delete_from_custom_mail()
DELETE FROM custom_mail WHERE FALSE

-- name: handover_must_not_update_items_delayed()
UPDATE items_delayed SET count = count WHERE FALSE

-- name: handover_must_not_delete_from_items_delayed()
DELETE FROM items_delayed WHERE FALSE

-- name: handover_must_not_update_items_donate()
UPDATE items_donate SET count = count WHERE FALSE

-- name: handover_must_not_delete_from_items_donate()
DELETE FROM items_donate WHERE FALSE

-- name: handover_must_not_read_characters()
SELECT char_name FROM characters WHERE FALSE

-- name: handover_must_not_read_accounts()
SELECT password FROM accounts WHERE FALSE

-- name: handover_must_not_read_items()
SELECT owner_id FROM items WHERE FALSE

-- name: handover_must_not_update_items()
UPDATE items SET count = count WHERE FALSE

-- name: handover_must_not_insert_into_items()
INSERT INTO items (owner_id) SELECT owner_id FROM items WHERE FALSE
