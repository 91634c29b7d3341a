-- Statements that corrupt the consistent ledger of test_check.py.
-- Head of a block: name: rules that it breaks; the start of the subject of one violation.

-- entry changed: all_entries, unbalanced, wrong_balances, wrong_donations, wrong_payments; wallet:ann
UPDATE ledger_entries SET amount = amount + 1
WHERE line = 0 AND transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'mp:1:credit');

-- two transfers that balance only together: unbalanced; transfer
UPDATE ledger_entries SET amount = amount - 1
WHERE line = 1 AND transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'mp:1:credit');
UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'house:game' LIMIT 1;

-- transfer without entries: without_entries; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('bare', 'x', 'y', 1);

-- entry without its transfer: without_transfer; entry 99999/
SET foreign_key_checks = 0;
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (99999, 3, 'house:a', 1), (99999, 4, 'house:b', -1);

-- account of an unknown kind: unknown_accounts, wrong_balances; other:x
UPDATE ledger_entries SET account = 'other:x' WHERE account = 'house:game' LIMIT 1;

-- entry deleted: all_entries, unbalanced, wrong_balances, wrong_donations, wrong_payments; wallet:ann
DELETE FROM ledger_entries
WHERE line = 0 AND transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'mp:1:credit');

-- wallet from nothing: wrong_balances; wallet:new
INSERT INTO wallets VALUES ('wallet:new', 'wallet', 'new', 5, 1);

-- status of a payment changed: wrong_targets; payment 1, refunded
UPDATE payments SET status = 'refunded' WHERE id = 1;

-- state years ahead, so that each refund is outdated: ahead_payments; payment 1
UPDATE payments SET updated_ms = (seen_at + 10 * 365 * 86400) * 1000 WHERE id = 1;

-- refunded amount raised, for a higher limit: wrong_refunds; donation d1
UPDATE donations SET refunded_amount = refunded_amount + 100 WHERE id = 'd1';

-- refund of an unpaid donation: wrong_refunds; donation d7
UPDATE donations SET refunded_amount = 100 WHERE id = 'd7';

-- donation of another provider: other_providers; payment 1, donation d1
UPDATE donations SET provider = 'stripe' WHERE id = 'd1';

-- donation younger than its payment: paid_before; donation d1
UPDATE donations SET created_at = 4100000000 WHERE id = 'd1';

-- chargeback of a paid payment: wrong_chargebacks; payment 1,
UPDATE payments SET charged_back = amount WHERE id = 1;

-- chargeback forgotten: wrong_chargebacks; payment 11, settled
UPDATE payments SET charged_back = 0 WHERE id = 11;

-- chargeback of more than was returned: wrong_chargebacks; payment stripe:pi_12, undecided
UPDATE payments SET charged_back = amount WHERE reference = 'pi_12';

-- mismatched although it moved coins: mismatched_and_moved; payment 1, amount
UPDATE payments SET mismatch = 'amount', credited = 0 WHERE id = 1;

-- spin deleted: moved_by_no_spin, wrong_nonces; pair 1 of spinner
DELETE FROM roulette_spins WHERE seed_id = 1 AND nonce = 1;

-- slots of the wheel in another order: draws; slot of spin
UPDATE roulette_wheels SET slots = CONCAT(SUBSTRING_INDEX(slots, ',', -5), ',', SUBSTRING_INDEX(slots, ',', 7));

-- revealed seed exchanged with its hash: draws; slot of spin 1-
UPDATE roulette_seeds SET server_seed = REPEAT('0', 64), server_seed_hash = SHA2(REPEAT('0', 64), 256) WHERE id = 1;

-- balance changed: wrong_balances; wallet:ann
UPDATE wallets SET balance = balance + 1 WHERE account = 'wallet:ann';

-- wallet deleted: wrong_balances, wrong_frozen; hold:ann
DELETE FROM wallets WHERE account = 'hold:ann';

-- wrong row of a house account: wrong_balances; house:wheel
INSERT INTO wallets VALUES ('house:wheel', 'house', 'wheel', 3, 1);

-- wallet below zero: below_zero, wrong_balances; wallet:ann
UPDATE wallets SET balance = -7 WHERE account = 'wallet:ann';

-- debt without its opposite side: uneven_debts; transfer
UPDATE ledger_entries SET account = 'house:donations' WHERE account = 'house:debts';

-- donation completed and never credited: completed_and_not_credited; donation d7
UPDATE donations SET status = 'completed', credited_at = 1 WHERE id = 'd7';

-- donation credited and pending: credited_and_not_completed; donation d1, pending
UPDATE donations SET status = 'pending' WHERE id = 'd1';

-- payment credited twice: credited_twice, wrong_moves; payment 1
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('mp:1:credit:2', 'credit', 'd1', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'house:a', 1), (LAST_INSERT_ID(), 1, 'house:b', -1);

-- credit of no donation: completed_and_not_credited, credited_to_no_donation, wrong_donations; transfer
UPDATE ledger_transfers SET reference = 'd9' WHERE idempotency_key = 'mp:6:credit';

-- coins of a donation changed: wrong_donations, wrong_sums; donation d1
UPDATE donations SET coins_credited = coins_credited + 1 WHERE id = 'd1';

-- credit not recorded: credited_payments; payment 2
UPDATE payments SET credited = 0 WHERE id = 2;

-- payment completed and never credited: credited_payments; payment 4
UPDATE payments SET outcome = 'completed' WHERE id = 4;

-- more coins than its transfers brought: wrong_payments, wrong_sums, wrong_targets; payment 1
UPDATE payments SET coins = coins + 1 WHERE id = 1;

-- coins of a payment at another provider changed: wrong_payments, wrong_sums, wrong_targets; payment stripe:pi_5
UPDATE payments SET coins = coins + 1 WHERE reference = 'pi_5';

-- coins of a mismatched payment changed: wrong_payments, wrong_sums; payment 8
UPDATE payments SET coins = coins - 1 WHERE id = 8;

-- frozen coins of a payment changed: wrong_frozen, wrong_holds; hold:ann
UPDATE payments SET held = held - 1 WHERE id = 3;

-- frozen coins of no payment: wrong_balances, wrong_frozen; hold:ann
UPDATE wallets SET balance = balance + 4 WHERE account = 'hold:ann';

-- transfer not counted: wrong_moves; payment 6
UPDATE payments SET moves = moves - 1 WHERE id = 6;

-- payment without a row: credited_payments, wrong_moves, wrong_payments; payment mp:6
UPDATE payments SET id = 66, reference = '66' WHERE id = 6;

-- mismatched payment with a transfer: mismatched_and_moved, wrong_moves, wrong_payments; payment 7, amount
UPDATE ledger_transfers SET idempotency_key = 'mp:7:2:clawback' WHERE idempotency_key = 'mp:2:2:clawback';

-- payment of another donation: wrong_sums; donation d2
UPDATE payments SET donation_id = 'd2' WHERE id = 1;

-- refund not applied: wrong_refunds, wrong_targets; payment 1, approved
UPDATE payments SET refunded = amount DIV 2 WHERE id = 1;

-- chargeback not applied: wrong_chargebacks, wrong_targets; payment 6, charged_back
UPDATE payments SET detail = 'settled' WHERE id = 6;

-- delivery never paid: deliveries_paid, wrong_deliveries; delivery 1
UPDATE ledger_transfers SET kind = 'x' WHERE reference = 'delivery:1';

-- delivery paid from another wallet: wrong_deliveries; delivery 1, pending
UPDATE deliveries SET account = 'flo' WHERE id = 1;

-- amount of a delivery changed: wrong_deliveries; delivery 1, pending
UPDATE deliveries SET amount = amount + 1 WHERE id = 1;

-- delivery cancelled and not refunded: deliveries_refunded, wrong_deliveries; delivery 1, cancelled
UPDATE deliveries SET status = 'cancelled' WHERE id = 1;

-- delivery refunded and pending: deliveries_refunded, wrong_deliveries; delivery 2, pending
UPDATE deliveries SET status = 'pending' WHERE id = 2;

-- delivery deleted: without_delivery; transfer
DELETE FROM deliveries WHERE id = 1;

-- reference of a delivery malformed: deliveries_paid, without_delivery, wrong_deliveries; transfer
UPDATE ledger_transfers SET reference = 'delivery:x1' WHERE reference = 'delivery:1';

-- adjustment without a log entry: adjusted_without_log; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('adjust:x', 'adjust', 'adjust:x', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:gus', 5), (LAST_INSERT_ID(), 1, 'house:adjustments', -5);
UPDATE wallets SET balance = balance + 5 WHERE account = 'wallet:gus';

-- adjustments used by another kind: wrong_adjustments; transfer
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('gift:x', 'gift', 'gift:x', 1);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:gus', 5), (LAST_INSERT_ID(), 1, 'house:adjustments', -5);
UPDATE wallets SET balance = balance + 5 WHERE account = 'wallet:gus';

-- prize changed: draws, wrong_spins; prize of spin 1-1
UPDATE roulette_spins SET prize = prize + 1000, balance = balance + 1000 WHERE seed_id = 1 AND nonce = 1;

-- cost not paid: wrong_spins; spin 1-1
UPDATE roulette_spins SET cost = cost + 1 WHERE seed_id = 1 AND nonce = 1;

-- slot not the drawn one: draws; slot of spin 1-1
UPDATE roulette_spins SET position = MOD(position + 1, 12) WHERE seed_id = 1 AND nonce = 1;

-- client seed changed: draws; slot of spin 1-1
UPDATE roulette_spins SET client_seed = CONCAT('x', client_seed) WHERE seed_id = 1 AND nonce = 1;

-- wheel missing: draws; spin 1-0, wheel missing
UPDATE roulette_wheels SET version = 77;

-- nonce set back: wrong_nonces; pair 1 of spinner
UPDATE roulette_seeds SET nonce = nonce - 1 WHERE id = 1;

-- hash of another seed: wrong_hashes; pair 1 of spinner
UPDATE roulette_seeds SET server_seed_hash = REVERSE(server_seed_hash) WHERE id = 1;

-- sealed seed of another pair: draws; spin 2-0, sealed seed changed
UPDATE roulette_seeds AS active JOIN roulette_seeds AS later ON later.id = 3
SET active.sealed_seed = later.sealed_seed WHERE active.id = 2;

-- another wheel within a pair: wrong_wheels; spin 1-1
INSERT INTO roulette_wheels (version, slots, spin_cost, created_at) SELECT 9, slots, 11, 1 FROM roulette_wheels;
UPDATE roulette_spins SET wheel_version = 9 WHERE seed_id = 1 AND nonce = 1;

-- promised pair on another wheel: changed_wheels; pair 3 of spinner
INSERT INTO roulette_wheels (version, slots, spin_cost, created_at) SELECT 9, slots, 11, 1 FROM roulette_wheels;
UPDATE roulette_seeds SET wheel_version = 9 WHERE id = 3;

-- spin of another account: wrong_nonces, wrong_spins; spin 1-1
UPDATE roulette_spins SET account = 'thief' WHERE seed_id = 1 AND nonce = 1;

-- transfer of the wheel without a spin: moved_by_no_spin, wrong_spins; transfer
UPDATE ledger_transfers SET reference = '1-9' WHERE idempotency_key = 'spin:1:1:cost';
