-- The wheel. Times are seconds since 1970; logins are in lower case; coins are whole. What a spin cost and won stands in
-- the ledger; here is how it was drawn, so that it can be drawn again.
--
-- Every table of slots that was ever spun, as `TIER:prize:weight,…` by position: a spin keeps the number of its own.
-- `spin_cost`: the cost of a spin belongs to the version of a wheel. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS roulette_wheels (
    version    INT          NOT NULL AUTO_INCREMENT PRIMARY KEY,
    slots      VARCHAR(512) NOT NULL,
    created_at BIGINT       NOT NULL,
    spin_cost  BIGINT       NOT NULL DEFAULT 0,
    UNIQUE KEY roulette_wheels_terms (slots, spin_cost)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Seed pairs. An account has one that is `active`, whose hash it was shown before it became so, and the `next`; one whose
-- state is NULL has been revealed. `nonce` counts the spins of the pair. The site's user: SELECT, INSERT, and UPDATE of
-- what is below the hash: a seed that was promised cannot be exchanged.
--
-- `sealed_seed` holds the seed until it is revealed, under a key that is not in the database; `server_seed` is NULL
-- until then, and must match the hash that was published. Pairs that the previous release made have the seed in clear
-- text until they are used. `wheel_version`: the wheel of all spins of the pair; `activated_at`: since when the pair is
-- active. `operator_verifiable`: the browser chose the client seed after the hash was published; 0 for pairs of the
-- previous release, and for spins without a client seed. The site's user may UPDATE all but the hash and the owner.
--
-- A pair is bound to its wheel when its hash is published, before the client seed is known.
-- `promised_wheel_version`: the wheel at the pair's creation, which is never changed; NULL marks pairs of the previous
-- release, which bound a pair when it became active. The site's user may not UPDATE it.
CREATE TABLE IF NOT EXISTS roulette_seeds (
    id                     BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account                VARCHAR(45)  NOT NULL,
    server_seed            CHAR(64)     NULL,
    server_seed_hash       CHAR(64)     NOT NULL,
    state                  VARCHAR(8)   NULL,
    client_seed            VARCHAR(64)  NOT NULL,
    nonce                  BIGINT       NOT NULL DEFAULT 0,
    created_at             BIGINT       NOT NULL,
    revealed_at            BIGINT       NULL,
    sealed_seed            VARCHAR(255) NULL,
    wheel_version          INT          NULL,
    activated_at           BIGINT       NULL,
    operator_verifiable    TINYINT      NOT NULL DEFAULT 0,
    promised_wheel_version INT          NULL,
    UNIQUE KEY roulette_seeds_account (account, state),
    CONSTRAINT roulette_seeds_state CHECK (state IN ('active', 'next')),
    CONSTRAINT roulette_seeds_revealed CHECK ((state IS NULL) = (revealed_at IS NOT NULL)),
    CONSTRAINT roulette_seeds_nonce CHECK (nonce >= 0 AND (nonce = 0 OR state IS NULL OR state = 'active')),
    CONSTRAINT roulette_seeds_hash CHECK (server_seed_hash = SHA2(server_seed, 256)),
    CONSTRAINT roulette_seeds_kept CHECK (server_seed IS NOT NULL OR sealed_seed IS NOT NULL)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Spins, named `<seed>-<nonce>` in the ledger and outside: a pair draws once for each nonce. `balance` is what the wallet
-- held afterwards, for the same answer to the same key. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS roulette_spins (
    id              BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account         VARCHAR(45) NOT NULL,
    seed_id         BIGINT      NOT NULL,
    nonce           BIGINT      NOT NULL,
    client_seed     VARCHAR(64) NOT NULL,
    wheel_version   INT         NOT NULL,
    position        TINYINT     NOT NULL,
    prize_tier      VARCHAR(16) NOT NULL,
    cost            BIGINT      NOT NULL,
    prize           BIGINT      NOT NULL,
    balance         BIGINT      NOT NULL,
    idempotency_key VARCHAR(64) NULL,
    created_at      BIGINT      NOT NULL,
    UNIQUE KEY roulette_spins_draw (seed_id, nonce),
    KEY roulette_spins_account (account, created_at),
    KEY roulette_spins_key (account, idempotency_key),
    CONSTRAINT roulette_spins_position CHECK (position BETWEEN 0 AND 11),
    CONSTRAINT roulette_spins_amounts CHECK (cost > 0 AND prize >= 0 AND balance >= prize),
    CONSTRAINT roulette_spins_seed FOREIGN KEY (seed_id) REFERENCES roulette_seeds (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
