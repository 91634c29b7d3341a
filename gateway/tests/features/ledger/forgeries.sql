-- Forgeries of the consistent books of test_provenance.py that leave all sums right.
-- Head of a block: name: rules that it breaks; the start of the subject of one violation.

-- coins as a gift of the donations: unknown_transfers, wrong_owners; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('gift:1', 'gift', 'gift:1', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:gus', 500), (LAST_INSERT_ID(), 1, 'house:donations', -500);
UPDATE wallets SET balance = balance + 500 WHERE account = 'wallet:gus';

-- coins out of the game: unknown_transfers, wrong_owners; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('gift:2', 'gift', 'gift:2', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:gus', 500), (LAST_INSERT_ID(), 1, 'house:game', -500);
UPDATE wallets SET balance = balance + 500 WHERE account = 'wallet:gus';

-- coins of another wallet: unknown_transfers, wrong_owners; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('theft:1', 'hold', 'theft', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:eve', -5), (LAST_INSERT_ID(), 1, 'wallet:gus', 5);
UPDATE wallets SET balance = balance - 5 WHERE account = 'wallet:eve';
UPDATE wallets SET balance = balance + 5 WHERE account = 'wallet:gus';

-- credit to another player: wrong_owners; transfer
UPDATE ledger_entries SET account = 'wallet:gus'
WHERE account = 'wallet:eve' AND transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'mp:10:credit');
UPDATE wallets SET balance = balance + 57 WHERE account = 'wallet:gus';
UPDATE wallets SET balance = balance - 57 WHERE account = 'wallet:eve';

-- donation of another player: wrong_owners; transfer
UPDATE donations SET account = 'gus' WHERE id = 'd8';

-- donation for one peso: wrong_amounts, wrong_prices; payment 10
UPDATE donations SET amount = 100 WHERE id = 'd8';

-- donation and payment for one peso: wrong_prices; donation d8
UPDATE donations SET amount = 100 WHERE id = 'd8';
UPDATE payments SET amount = 100 WHERE id = 10;

-- twice the coins of a donation: wrong_prices; donation d8
UPDATE donations SET base_coins = 100, bonus_coins = 14, total_coins = 114, coins_credited = 114 WHERE id = 'd8';
UPDATE payments SET coins = 114 WHERE id = 10;
UPDATE ledger_entries SET amount = 2 * amount
WHERE transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'mp:10:credit');
UPDATE wallets SET balance = balance + 57 WHERE account = 'wallet:eve';

-- package that was never sold: wrong_packages; donation d8
UPDATE donations SET price_version = NULL, price_package = 99 WHERE id = 'd8';

-- package with other coins: wrong_packages; donation d8
INSERT INTO price_versions (steps, currency, amount, coins, percentage, created_at)
VALUES ('{"ARS":[500000,50,0]}', 'ARS', 500000, 50, 0, 1);
UPDATE donations SET price_version = NULL, price_package = LAST_INSERT_ID() WHERE id = 'd8';

-- donation in another currency: wrong_currencies; payment 10
UPDATE donations SET currency = 'USD' WHERE id = 'd8';

-- balance of a spin: wrong_spin_balances; spin 1-1
UPDATE roulette_spins SET balance = balance + 1 WHERE seed_id = 1 AND nonce = 1;

-- time of a spin: wrong_times; transfer
UPDATE roulette_spins SET created_at = created_at + 86400 WHERE seed_id = 1 AND nonce = 1;

-- time of a delivery's transfer: wrong_times; transfer
UPDATE ledger_transfers SET created_at = created_at - 1 WHERE idempotency_key = 'delivery:1';

-- delivered without the game: wrong_delivery_states; delivery 1, delivered
UPDATE deliveries SET status = 'delivered', claimed_at = 1, delivered_at = 1 WHERE id = 1;

-- delivered again: wrong_delivery_states; delivery 3, pending
UPDATE deliveries SET status = 'pending' WHERE id = 3;

-- another item: wrong_items; delivery 1, item 6577
UPDATE deliveries SET item_id = 6577 WHERE id = 1;

-- refund that no operator requested: wrong_refunds; refund of payment 10
INSERT INTO refunds (payment_id, refunded, amount, asked_at) VALUES (10, 0, 1, 4000000000);

-- refund larger than its payment: wrong_refunds; refund of payment 10
INSERT INTO refunds (payment_id, refunded, amount, asked_at) VALUES (10, 1, 500000, 1);

-- kind of a transfer: unknown_transfers; transfer
UPDATE ledger_transfers SET kind = 'restore' WHERE idempotency_key = 'mp:10:credit';

-- number of another payment: credited_payments, wrong_causes, wrong_moves, wrong_payments; transfer
UPDATE ledger_transfers SET idempotency_key = 'mp:4:credit' WHERE idempotency_key = 'mp:10:credit';

-- prize that was never credited: changed_competition_terms, settled_without_log, wrong_competition_prizes; prize:1:1
INSERT INTO competitions (id, title, metric, first_day, last_day, min_level, max_level, classes, created_at)
VALUES (1, 'Weekend', 'pvp', 20000, 20002, 1, 80, '', 1);
INSERT INTO competition_prizes (competition_id, place, coins, account, outcome, settled_at)
VALUES (1, 1, 50, 'gus', 'paid', 1);

-- prize of no competition: wrong_competition_owners; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('prize:1:1', 'competition', 'prize:1:1', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:prizes', -50), (LAST_INSERT_ID(), 1, 'wallet:gus', 50);
UPDATE wallets SET balance = balance + 50 WHERE account = 'wallet:gus';

-- vote that was never credited: wrong_vote_times, wrong_votes; vote:1
INSERT INTO votes (id, site, account, period, voted_at, credited_at, coins, answer_hash)
VALUES (1, 'topg', 'gus', 1, 1, 1, 50, '');

-- coins of no vote: wrong_vote_owners; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('vote:1', 'vote', 'vote:1', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:votes', -50), (LAST_INSERT_ID(), 1, 'wallet:gus', 50);
UPDATE wallets SET balance = balance + 50 WHERE account = 'wallet:gus';

-- vote that paid another player: wrong_vote_owners, wrong_vote_times; transfer
INSERT INTO votes (id, site, account, period, voted_at, credited_at, coins, answer_hash)
VALUES (1, 'topg', 'ann', 1, 1, 1, 50, '');
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('vote:1', 'vote', 'vote:1', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:votes', -50), (LAST_INSERT_ID(), 1, 'wallet:gus', 50);
UPDATE wallets SET balance = balance + 50 WHERE account = 'wallet:gus';

-- coins of a vote, on a site without the tables of votes: wrong_owners; transfer
DELETE FROM installation WHERE name = 'tables.votes';
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('vote:1', 'vote', 'vote:1', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:votes', -50), (LAST_INSERT_ID(), 1, 'wallet:gus', 50);
UPDATE wallets SET balance = balance + 50 WHERE account = 'wallet:gus';

-- paid referral that was never credited: wrong_referrals; referral:1:referrer
INSERT INTO referrals (id, account, referrer, registered_at, network, state, settled_at, referrer_coins, account_coins)
VALUES (1, 'gus', 'ann', 1, '', 'paid', 1, 50, 25);

-- coins of a referral that waits: wrong_referral_owners, wrong_referrals; referral:1:account
INSERT INTO referrals (id, account, referrer, registered_at, network, state) VALUES (1, 'gus', 'ann', 1, '', 'waiting');
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('referral:1:account', 'referral', 'referral:1:account', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:promotions', -50), (LAST_INSERT_ID(), 1, 'wallet:gus', 50);
UPDATE wallets SET balance = balance + 50 WHERE account = 'wallet:gus';

-- redemption of a code that was never credited: changed_campaign_terms, wrong_code_coins; code:1
INSERT INTO code_campaigns (id, name, kind, coins, starts_at, expires_at, max_redemptions, redeemed, created_at)
VALUES (1, 'Launch', 'promo', 50, 1, 2, 10, 1, 1);
INSERT INTO code_redemptions (id, campaign_id, account, redeemed_at) VALUES (1, 1, 'gus', 1);

-- redemption that its campaign does not count: changed_campaign_terms, wrong_code_coins, wrong_code_counts; codes:1
INSERT INTO code_campaigns (id, name, kind, coins, starts_at, expires_at, max_redemptions, created_at)
VALUES (1, 'Launch', 'promo', 50, 1, 2, 10, 1);
INSERT INTO code_redemptions (id, campaign_id, account, redeemed_at) VALUES (1, 1, 'gus', 1);

-- coins of no redemption: wrong_code_owners; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('code:1', 'code', 'code:1', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:promotions', -50), (LAST_INSERT_ID(), 1, 'wallet:gus', 50);
UPDATE wallets SET balance = balance + 50 WHERE account = 'wallet:gus';

-- account renamed by no erasure: erased_without_log; wallet:erased:0a
UPDATE wallets SET account = CONCAT(kind, ':erased:0a'), owner = 'erased:0a' WHERE owner = 'gus';
UPDATE ledger_entries SET account = 'wallet:erased:0a' WHERE account = 'wallet:gus';
UPDATE deliveries SET account = 'erased:0a' WHERE account = 'gus';

-- account erased by the procedure, without a command: erased_without_log; erasures, erased:0b
INSERT INTO erasures (at, kind, subject) VALUES (1, 'account', 'erased:0b');

-- history erased without a command: histories_erased_without_log; erasures, character 7
INSERT INTO erasures (at, kind, subject) VALUES (1, 'character', '7');

-- wallet emptied by no erasure: wrong_owners; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('erased:0a', 'erase', 'erased:0a', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:gus', -5), (LAST_INSERT_ID(), 1, 'house:erased', 5);
UPDATE wallets SET balance = balance - 5 WHERE account = 'wallet:gus';
