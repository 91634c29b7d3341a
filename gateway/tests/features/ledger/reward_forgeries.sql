-- Forgeries of the consistent books of test_reward_rules.py that leave all sums right.
-- Head of a block: name: rules that it breaks; the start of the subject of one violation.

-- more redemptions than were allowed: changed_campaign_terms; codes:2
UPDATE code_campaigns SET max_redemptions = max_redemptions + 1 WHERE id = 2;

-- coins of a campaign raised: changed_campaign_terms; codes:2
UPDATE code_campaigns SET coins = coins * 10 WHERE id = 2;

-- campaign that ends later: changed_campaign_terms; codes:1
UPDATE code_campaigns SET expires_at = expires_at + 86400 WHERE id = 1;

-- campaign of no operator: changed_campaign_terms; codes:9
INSERT INTO code_campaigns (id, name, kind, coins, starts_at, expires_at, max_redemptions, created_at)
VALUES (9, 'Gift', 'promo', 50, 1, 2, 10, 1);

-- closed campaign opened: reopened_campaigns; codes:2
UPDATE code_campaigns SET closed_at = NULL WHERE id = 2;

-- code of a gift added: unlogged_codes; codes:1
INSERT INTO codes (campaign_id, hash) VALUES (1, SHA2('own', 256));

-- code of a gift without a campaign that made codes: unlogged_codes; codes:3
INSERT INTO codes (campaign_id, hash) VALUES (3, SHA2('own', 256));

-- redemption after the end of its campaign, with its transfer and count: wrong_redemptions; code:2
INSERT INTO code_redemptions (id, campaign_id, account, redeemed_at) VALUES (2, 2, 'gus', 1760050000);
UPDATE code_campaigns SET redeemed = redeemed + 1 WHERE id = 2;
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('code:2', 'code', 'code:2', 1760050000);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:promotions', -5), (LAST_INSERT_ID(), 1, 'wallet:gus', 5);
UPDATE wallets SET balance = balance + 5 WHERE account = 'wallet:gus';

-- redeemed code of a gift that is free again: wrong_redemptions; code:1
UPDATE code_redemptions SET gift_code_id = NULL WHERE id = 1;

-- code of another campaign: wrong_redemptions; code:1
UPDATE code_redemptions SET gift_code_id = (SELECT id FROM codes WHERE campaign_id = 2) WHERE id = 1;

-- redemption of a campaign that waits for its release: wrong_redemptions; code:1
INSERT INTO coin_grants (operator, coins, campaign_id, created_at, is_held) VALUES ('ann', 15, 1, 1, 1);

-- redemption before the release of its campaign: unlogged_decisions, wrong_redemptions; code:1
INSERT INTO coin_grants (operator, coins, campaign_id, created_at, is_held, decided_by, decided_at, is_released)
VALUES ('ann', 15, 1, 1, 1, 'bob', 2000000000, 1);

-- coins released without the log: unlogged_decisions; coins:1
UPDATE coin_grants SET decided_by = 'bob', decided_at = 1, is_released = 1 WHERE id = 1;

-- refused coins released: unlogged_decisions; coins:2
UPDATE coin_grants SET is_released = 1 WHERE id = 2;

-- coins decided by another operator than the log says: unlogged_decisions; coins:2
UPDATE coin_grants SET decided_by = 'bob' WHERE id = 2;

-- time of a redemption: wrong_code_moments; transfer
UPDATE code_redemptions SET redeemed_at = redeemed_at - 1 WHERE id = 1;

-- unpaid place raised: changed_competition_terms; competition:1
UPDATE competition_prizes SET coins = coins + 1 WHERE competition_id = 1 AND place = 2;

-- place added: changed_competition_terms; competition:1
INSERT INTO competition_prizes (competition_id, place, coins) VALUES (1, 3, 100);

-- paid prize raised with its entries and wallet: changed_competition_terms; competition:1
UPDATE competition_prizes SET coins = coins + 500 WHERE competition_id = 1 AND place = 1;
UPDATE ledger_entries SET amount = CASE WHEN amount > 0 THEN amount + 500 ELSE amount - 500 END
WHERE transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'prize:1:1');
UPDATE wallets SET balance = balance + 500 WHERE account = 'wallet:gus';

-- metric of a competition: changed_competition_terms; competition:1
UPDATE competitions SET metric = 'exp' WHERE id = 1;

-- entrants of a competition: changed_competition_terms; competition:1
UPDATE competitions SET entrants = 'clans' WHERE id = 1;

-- last day of a competition: changed_competition_terms; competition:1
UPDATE competitions SET last_day = last_day + 1 WHERE id = 1;

-- levels of a competition: changed_competition_terms; competition:1
UPDATE competitions SET min_level = min_level + 1 WHERE id = 1;

-- one class of a competition: changed_competition_terms; competition:1
UPDATE competitions SET classes = '88' WHERE id = 1;

-- all classes of a competition: changed_competition_terms; competition:1
UPDATE competitions SET classes = '' WHERE id = 1;

-- closed competition opened: reopened_competitions; competition:2
UPDATE competitions SET closed_at = NULL WHERE id = 2;

-- log row of a paid prize deleted: settled_without_log; prize:1:1
DELETE FROM operator_log WHERE subject = 'prize:1:1';

-- time of a prize: wrong_competition_moments; transfer
UPDATE competition_prizes SET settled_at = settled_at + 1 WHERE outcome = 'paid';

-- time of a vote: wrong_vote_moments; transfer
UPDATE votes SET credited_at = credited_at + 1;

-- time of a referral: wrong_referral_moments; transfer
UPDATE referrals SET settled_at = settled_at + 1 WHERE state = 'paid';

-- vote moved to another window: wrong_vote_times; vote:1
UPDATE votes SET period = period - 2;

-- older vote: wrong_vote_times; vote:1
UPDATE votes SET voted_at = voted_at - 172800, period = voted_at DIV 43200;

-- vote of an account that has never asked for a link: wrong_vote_times; vote:1
DELETE FROM vote_accounts;

-- referral of an old account with its transfers: referrals_of_old_accounts; referral:2
INSERT INTO referrals (id, account, referrer, registered_at, network, state, settled_at, referrer_coins, account_coins)
VALUES (2, 'gus', 'old', 1760000000, '', 'paid', 1760000000, 50, 25);
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('referral:2:referrer', 'referral', 'referral:2:referrer', 1760000000);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:old', 50), (LAST_INSERT_ID(), 1, 'house:promotions', -50);
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('referral:2:account', 'referral', 'referral:2:account', 1760000000);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:gus', 25), (LAST_INSERT_ID(), 1, 'house:promotions', -25);
UPDATE wallets SET balance = balance + 50 WHERE account = 'wallet:old';
UPDATE wallets SET balance = balance + 25 WHERE account = 'wallet:gus';

-- percentage of a recharge campaign raised: changed_recharge_terms; recharge:1
UPDATE recharge_campaigns SET steps = '[[50,90]]' WHERE id = 1;

-- recharge campaign that ends later: changed_recharge_terms; recharge:1
UPDATE recharge_campaigns SET ends_at = ends_at + 86400 WHERE id = 1;

-- cap of a recharge campaign gone: changed_recharge_terms; recharge:1
UPDATE recharge_campaigns SET account_cap = NULL WHERE id = 1;

-- recharge campaign of no operator: changed_recharge_terms; recharge:9
INSERT INTO recharge_campaigns (id, name, steps, starts_at, ends_at, created_at) VALUES (9, 'Own', '[[1,200]]', 1, 2, 1);

-- ended recharge campaign opened: reopened_recharge_campaigns; recharge:2
UPDATE recharge_campaigns SET ended_at = NULL WHERE id = 2;

-- bonus of another account: wrong_campaign_owners; transfer
UPDATE campaign_offers SET account = 'old' WHERE id = 1;

-- bonus promised after the end: wrong_promises; bonus:1
UPDATE campaign_offers SET promised_at = promised_at + 90000 WHERE id = 1;

-- bonus larger than its steps, with its transfer and its sum: wrong_promises; bonus:1
UPDATE campaign_offers SET coins = 30, given = 30 WHERE id = 1;
UPDATE ledger_entries SET amount = SIGN(amount) * 30
WHERE transfer_id IN (SELECT id FROM ledger_transfers WHERE reference = 'bonus:1');
UPDATE wallets SET balance = balance + 19 WHERE account = 'wallet:gus';

-- bonus given twice: wrong_campaign_moves, wrong_campaign_sums; bonus:1
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('bonus:1:2', 'campaign', 'bonus:1', 1760000000);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:promotions', -11), (LAST_INSERT_ID(), 1, 'wallet:gus', 11);
UPDATE wallets SET balance = balance + 11 WHERE account = 'wallet:gus';

-- bonus of a refunded donation that stays: wrong_campaign_coins, wrong_donations, wrong_sums; bonus:1
UPDATE donations SET coins_credited = 0 WHERE id = 'd1';

-- bonus without a promise: wrong_campaign_owners; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('bonus:7:1', 'campaign', 'bonus:7', 1760000000);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:promotions', -5), (LAST_INSERT_ID(), 1, 'wallet:gus', 5);
UPDATE wallets SET balance = balance + 5 WHERE account = 'wallet:gus';
