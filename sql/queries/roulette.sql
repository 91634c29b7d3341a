-- The roulette. Spins and seed rotations of an account run one after the other: both hold the lock of its wallet.

-- name: by_id(id)
SELECT seed_id, nonce, wheel_version, position, prize_tier, cost, prize, balance FROM roulette_spins WHERE id = :id

-- name: context(account, key, key_after, day, proved_at, since)
-- One row, also for an account without seeds. `spin_id`: the spin under this key after `key_after`; `day`: the second at
-- which the site's day began; `spent_since_proof`: cost of the spins after `proved_at`; `since`: the oldest second that
-- matters; `contested`: as in `payments.contested_payment`.
SELECT MAX(CASE WHEN spin.idempotency_key = :key AND spin.created_at > :key_after THEN spin.id END) AS spin_id,
       MAX(spin.created_at) AS last_spin_at,
       COUNT(CASE WHEN spin.created_at >= :day THEN 1 END) AS spins_today,
       COALESCE(SUM(CASE WHEN spin.created_at > :proved_at THEN spin.cost END), 0) AS spent_since_proof,
       EXISTS (SELECT 1
               FROM donations AS donation
               JOIN payments AS payment ON payment.donation_id = donation.id
               WHERE donation.account = :account AND payment.contested = 1
                 AND payment.mismatch IS NULL) AS contested,
       seed.id AS seed_id, seed.sealed_seed, seed.server_seed_hash, seed.client_seed, seed.nonce,
       seed.activated_at, wheel.version AS wheel_version, wheel.slots, wheel.spin_cost
FROM (SELECT 1 AS one) AS account
LEFT JOIN roulette_seeds AS seed ON seed.account = :account AND seed.state = 'active'
LEFT JOIN roulette_wheels AS wheel ON wheel.version = seed.wheel_version
LEFT JOIN roulette_spins AS spin ON spin.account = :account AND spin.created_at >= :since
GROUP BY seed.id, seed.sealed_seed, seed.server_seed_hash, seed.client_seed, seed.nonce, seed.activated_at,
         wheel.version, wheel.slots, wheel.spin_cost

-- name: pairs(account)
-- The active one first.
SELECT id, state, server_seed, sealed_seed, server_seed_hash, client_seed, nonce, wheel_version, activated_at,
       operator_verifiable
FROM roulette_seeds
WHERE account = :account AND state IN ('active', 'next')
ORDER BY state

-- name: add_seed(account, sealed_seed, server_seed_hash, state, wheel_version, activated_at, created_at)
INSERT INTO roulette_seeds (account, sealed_seed, server_seed_hash, state, client_seed, wheel_version,
                            promised_wheel_version, activated_at, created_at)
VALUES (:account, :sealed_seed, :server_seed_hash, :state, '', :wheel_version, :wheel_version, :activated_at, :created_at)

-- name: seal(id, sealed)
UPDATE roulette_seeds SET sealed_seed = :sealed, server_seed = NULL WHERE id = :id AND state IS NOT NULL

-- name: bind(id, wheel_version, now)
-- The days of a pair that the previous release made count from now on.
UPDATE roulette_seeds
SET wheel_version = COALESCE(wheel_version, :wheel_version), activated_at = COALESCE(activated_at, :now)
WHERE id = :id

-- name: bind_next(account)
UPDATE roulette_seeds AS later
JOIN roulette_seeds AS active ON active.account = later.account AND active.state = 'active'
SET later.wheel_version = active.wheel_version
WHERE later.account = :account AND later.state = 'next' AND later.wheel_version IS NULL

-- name: set_client_seed(id, client_seed)
UPDATE roulette_seeds SET client_seed = :client_seed, operator_verifiable = 1
WHERE id = :id AND state = 'active' AND nonce = 0 AND client_seed = ''

-- name: consume(id, nonce)
UPDATE roulette_seeds SET nonce = nonce + 1 WHERE id = :id AND nonce = :nonce AND state = 'active'

-- name: reveal(id, server_seed, revealed_at)
-- An empty server seed means that its key is lost: the pair ends, and stays sealed.
UPDATE roulette_seeds
SET state = NULL, revealed_at = :revealed_at,
    sealed_seed = CASE WHEN :server_seed IS NULL THEN sealed_seed END, server_seed = :server_seed
WHERE id = :id AND state IS NOT NULL

-- name: activate(id, client_seed, verifiable, activated_at)
-- The wheel stays the one that was shown with the hash.
UPDATE roulette_seeds
SET state = 'active', client_seed = :client_seed, operator_verifiable = :verifiable, activated_at = :activated_at
WHERE id = :id AND state = 'next'

-- name: players(after, wheel_version, limit)
-- Accounts with an active or a next pair on the wheel; `wheel_version` 0: on any wheel.
SELECT DISTINCT account
FROM roulette_seeds
WHERE account > :after AND state IN ('active', 'next') AND :wheel_version IN (0, wheel_version)
ORDER BY account
LIMIT :limit

-- name: sealed_rows(after, limit)
-- `clear`: the seed of a pair that the previous release made.
SELECT id, account, server_seed_hash AS identity, sealed_seed AS sealed, server_seed AS clear
FROM roulette_seeds
WHERE id > :after AND state IS NOT NULL
ORDER BY id
LIMIT :limit

-- name: add_wheel(slots, spin_cost, created_at)
INSERT INTO roulette_wheels (slots, spin_cost, created_at) VALUES (:slots, :spin_cost, :created_at)

-- name: wheel_version(slots, spin_cost)
SELECT version FROM roulette_wheels WHERE slots = :slots AND spin_cost = :spin_cost

-- name: wheels(ids)
SELECT version, slots, spin_cost FROM roulette_wheels WHERE version IN :ids ORDER BY version

-- name: add_spin(account, seed_id, nonce, client_seed, wheel_version, position, prize_tier, cost, prize, balance, key, created_at)
INSERT INTO roulette_spins (account, seed_id, nonce, client_seed, wheel_version, position, prize_tier, cost, prize,
                            balance, idempotency_key, created_at)
VALUES (:account, :seed_id, :nonce, :client_seed, :wheel_version, :position, :prize_tier, :cost, :prize, :balance,
        :key, :created_at)

-- name: stats(account)
SELECT COUNT(*) AS total_spins, COALESCE(SUM(cost), 0) AS total_spent, COALESCE(SUM(prize), 0) AS total_won,
       COALESCE(SUM(prize), 0) - COALESCE(SUM(cost), 0) AS net_result, COALESCE(MAX(prize), 0) AS biggest_win
FROM roulette_spins
WHERE account = :account

-- name: history(account, before_seed, before_nonce, limit)
-- Newest first; `before_seed`: only spins before that one of the account, 0: from the newest on. Ids of an account's spins
-- increase with time, since its wallet is locked. `server_seed` is NULL until it is revealed.
SELECT spin.seed_id, spin.nonce, spin.wheel_version, spin.position, spin.prize_tier, spin.cost, spin.prize,
       spin.client_seed, spin.created_at, seed.server_seed_hash, seed.operator_verifiable,
       CASE WHEN seed.revealed_at IS NOT NULL THEN seed.server_seed END AS server_seed,
       (SELECT COUNT(*) FROM roulette_spins WHERE account = :account) AS total
FROM roulette_spins AS spin
JOIN roulette_seeds AS seed ON seed.id = spin.seed_id
WHERE spin.account = :account
  AND (:before_seed = 0 OR spin.id < (SELECT id FROM roulette_spins
                                      WHERE account = :account AND seed_id = :before_seed AND nonce = :before_nonce))
ORDER BY spin.id DESC
LIMIT :limit

-- name: draws(after, limit)
-- Spins with all inputs of their draw.
SELECT spin.id, spin.seed_id, spin.nonce, spin.client_seed, spin.position, spin.prize_tier, spin.prize,
       seed.account, seed.server_seed, seed.sealed_seed, seed.server_seed_hash, COALESCE(wheel.slots, '') AS slots
FROM roulette_spins AS spin
JOIN roulette_seeds AS seed ON seed.id = spin.seed_id
LEFT JOIN roulette_wheels AS wheel ON wheel.version = spin.wheel_version
WHERE spin.id > :after
ORDER BY spin.id
LIMIT :limit

-- name: draws_of(account, limit)
-- Spins of one account with all inputs of their draw, cost and time, newest first.
SELECT spin.id, spin.seed_id, spin.nonce, spin.client_seed, spin.position, spin.prize_tier, spin.prize,
       seed.account, seed.server_seed, seed.sealed_seed, seed.server_seed_hash, COALESCE(wheel.slots, '') AS slots,
       spin.cost, spin.created_at
FROM roulette_spins AS spin
JOIN roulette_seeds AS seed ON seed.id = spin.seed_id
LEFT JOIN roulette_wheels AS wheel ON wheel.version = spin.wheel_version
WHERE spin.account = :account
ORDER BY spin.id DESC
LIMIT :limit

-- name: keys_in_use()
-- The id of a key is the first part of the sealed text.
SELECT COALESCE(SUBSTRING_INDEX(sealed_seed, ':', 1), '') AS name, COUNT(*) AS count
FROM roulette_seeds
WHERE state IS NOT NULL
GROUP BY COALESCE(SUBSTRING_INDEX(sealed_seed, ':', 1), '')

-- name: restored_seeds()
-- Accounts with a seed in use that is older than the schema's first table: the tables were created from a dump. No
-- migration changes `installation`, which would give it a later creation time.
SELECT COUNT(DISTINCT account) AS accounts
FROM roulette_seeds
WHERE state IS NOT NULL
  AND created_at < (SELECT UNIX_TIMESTAMP(create_time) FROM information_schema.tables
                    WHERE table_schema = DATABASE() AND table_name = 'installation')
