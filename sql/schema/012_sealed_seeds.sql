-- Server seeds are sealed until they are revealed, and each pair is bound to one wheel. Times are seconds since 1970.

-- `sealed_seed` holds the seed until it is revealed, under a key that is not in the database; `server_seed` is NULL
-- until then, and must match the hash that was published. Pairs that the previous release made have the seed in clear
-- text until they are used. `wheel_version`: the wheel of all spins of the pair; `activated_at`: since when the pair is
-- active. `operator_verifiable`: the browser chose the client seed after the hash was published; 0 for pairs of the
-- previous release, and for spins without a client seed. The site's user may UPDATE all but the hash and the owner.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'roulette_seeds' AND column_name = 'sealed_seed');
SET @change = IF(@missing, 'ALTER TABLE roulette_seeds
    MODIFY COLUMN server_seed CHAR(64) NULL,
    ADD COLUMN sealed_seed VARCHAR(255) NULL,
    ADD COLUMN wheel_version INT NULL,
    ADD COLUMN activated_at BIGINT NULL,
    ADD COLUMN operator_verifiable TINYINT NOT NULL DEFAULT 0,
    ADD CONSTRAINT roulette_seeds_hash CHECK (server_seed_hash = SHA2(server_seed, 256)),
    ADD CONSTRAINT roulette_seeds_kept CHECK (server_seed IS NOT NULL OR sealed_seed IS NOT NULL)', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- The cost of a spin belongs to the version of a wheel. 0: never spun before this migration.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'roulette_wheels' AND column_name = 'spin_cost');
SET @change = IF(@missing, 'ALTER TABLE roulette_wheels
    ADD COLUMN spin_cost BIGINT NOT NULL DEFAULT 0,
    DROP KEY roulette_wheels_slots,
    ADD UNIQUE KEY roulette_wheels_terms (slots, spin_cost)', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- The previous release looks a wheel up by its slots alone, so there is no second row of the same slots.
UPDATE IGNORE roulette_wheels
SET spin_cost = COALESCE((SELECT spin.cost FROM roulette_spins AS spin
                          WHERE spin.wheel_version = roulette_wheels.version ORDER BY spin.id DESC LIMIT 1), 0)
WHERE spin_cost = 0;

-- A pair whose spins span two wheels is closed and revealed; another is bound to the wheel of its spins.
UPDATE roulette_seeds
SET state = NULL, revealed_at = UNIX_TIMESTAMP()
WHERE state = 'active' AND wheel_version IS NULL AND server_seed IS NOT NULL
  AND (SELECT COUNT(DISTINCT spin.wheel_version) FROM roulette_spins AS spin WHERE spin.seed_id = roulette_seeds.id) > 1;

UPDATE roulette_seeds
SET wheel_version = (SELECT spin.wheel_version FROM roulette_spins AS spin
                     WHERE spin.seed_id = roulette_seeds.id ORDER BY spin.nonce DESC LIMIT 1)
WHERE state = 'active' AND wheel_version IS NULL;
