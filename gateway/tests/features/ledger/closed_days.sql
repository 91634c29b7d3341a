-- Forgeries of closed days of the books of test_provenance.py, which contradict nothing in the schema but the anchors.
-- Head of a block: name: rules that it breaks; the start of the subject of one violation.

-- invented donation: anchors; 2025-10-09, donations
INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, total_coins,
                       coins_credited, status, created_at, credited_at, price_version)
VALUES ('d9', 'gus', 1, 'Somebody', 500000, 'ARS', 50, 7, 57, 57, 'completed', 1760000000, 1760000000, 1);
INSERT INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, coins, moves, credited,
                      first_seen_at, seen_at)
VALUES (99, 'd9', 'approved', '', 'completed', 500000, 0, 1, 57, 1, 1, 1760000000, 1760000000);
INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
VALUES ('mp:99:credit', 'credit', 'd9', 1760000000);
INSERT INTO ledger_entries (transfer_id, line, account, amount)
VALUES (LAST_INSERT_ID(), 0, 'wallet:gus', 57), (LAST_INSERT_ID(), 1, 'house:donations', -57);
UPDATE wallets SET balance = balance + 57 WHERE account = 'wallet:gus';

-- donation deleted with everything: anchors; 2025-10-09, ledger_transfers
DELETE FROM ledger_entries
WHERE transfer_id IN (SELECT id FROM ledger_transfers WHERE reference = 'd8');
DELETE FROM ledger_transfers WHERE reference = 'd8';
DELETE FROM payments WHERE donation_id = 'd8';
DELETE FROM donations WHERE id = 'd8';
UPDATE wallets SET balance = 0 WHERE account = 'wallet:eve';

-- promised seed exchanged: anchors; 2025-10-09, roulette_seeds
UPDATE roulette_seeds SET server_seed = REPEAT('0', 64), server_seed_hash = SHA2(REPEAT('0', 64), 256)
WHERE state = 'next';

-- promised wheel exchanged with its promise: anchors; 2025-10-09, roulette_seeds
UPDATE roulette_seeds SET wheel_version = 9, promised_wheel_version = 9 WHERE state = 'next';

-- last spin undone: anchors; 2025-10-09, roulette_spins
UPDATE wallets SET balance = balance - (
    SELECT SUM(entry.amount) FROM ledger_entries AS entry JOIN ledger_transfers AS spin ON spin.id = entry.transfer_id
    WHERE spin.reference = '2-0' AND entry.account = 'wallet:spinner'
) WHERE account = 'wallet:spinner';
DELETE FROM ledger_entries WHERE transfer_id IN (SELECT id FROM ledger_transfers WHERE reference = '2-0');
DELETE FROM ledger_transfers WHERE reference = '2-0';
DELETE FROM roulette_spins WHERE seed_id = 2;
UPDATE roulette_seeds SET nonce = 0 WHERE id = 2;

-- delivery to another character: anchors; 2025-10-09, deliveries
UPDATE deliveries SET character_id = 2 WHERE id = 1;

-- delivered coins to be delivered again: anchors; 2025-10-09, delivered
UPDATE deliveries SET status = 'pending', claim = NULL, claimed_at = NULL, receipt = NULL, confirmed = 0, delivered_at = NULL
WHERE id = 3;

-- refund invented with its log entry: anchors; 2025-10-09, operator_log
INSERT INTO refunds (payment_id, refunded, amount, asked_at) VALUES (10, 0, 1, 1760000000);
INSERT INTO operator_log (at, operator, command, subject, reason) VALUES (1760000000, 'ann', 'refund', 'payment:10', '');

-- time of a credit: anchors; 2025-10-09, ledger_transfers
UPDATE ledger_transfers SET created_at = created_at + 1 WHERE idempotency_key = 'mp:10:credit';

-- anchor written anew: anchors; 2025-10-09, hash of the anchor
UPDATE ledger_anchors SET facts = 'ledger_transfers 1 1 1 0' WHERE day = 20370;

-- anchor deleted: anchors; 2025-10-10, hash of the anchor
DELETE FROM ledger_anchors WHERE day = 20370;

-- newest anchor deleted: anchors; 2025-10-11, anchor in the file
DELETE FROM ledger_anchors WHERE day = 20372;
