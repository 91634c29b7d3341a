-- Coins on their way to a character: taken from the wallet when the row is made, handed over once. A claim never comes
-- back by itself, since the item may have been given; one that is ten minutes old is shown as stuck and an operator
-- settles it. `item_id` is the coin as it was when they were sent; `receipt` is what whoever handed them over says of
-- it.
--
-- `claim` is the mark of the claim that took it, by which that claim finds its own rows again; `confirmed` counts how
-- often it was said to be handed over, so that each time is a change of its own.
--
-- Deliveries that go through the game's own hand-over table. `handover_second` is set by the claim, before the row there
-- is written, and tells that row from any other of its receiver: he has no two with the same. `handed_at`: since when
-- the row is known to stand there, or to have stood. A claim with it waits for the player, for as long as he stays away,
-- and is not stuck; of one without it nobody knows whether the row was written.
--
-- What proves that the game has saved a delivery that it took from its own table. The game gives the item in memory,
-- removes the row and writes the item later. The status stays 'claimed' until a save is proven.
-- `row_seen_at`: the row was still there; `gone_at`: it was missing for the first time. `gone_playtime`, `gone_access`,
-- `gone_items`: the receiver's playtime, last access and count of the item in the game's database then. `saved_at`: a save
-- was seen, or was due. `saved_by`: what counted as the proof: 'save', 'time' or 'operator'. `unconfirmed_at`: since when an
-- operator has to decide, because the game may have stopped before it saved; `handed_at` is NULL then.
CREATE TABLE IF NOT EXISTS deliveries (
    id              BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    idempotency_key VARCHAR(160) NOT NULL,
    account         VARCHAR(45)  NOT NULL,
    character_id    BIGINT       NOT NULL,
    character_name  VARCHAR(100) NOT NULL,
    item_id         INT          NOT NULL,
    amount          BIGINT       NOT NULL,
    status          VARCHAR(16)  NOT NULL DEFAULT 'pending',
    claim           CHAR(36)     NULL,
    receipt         VARCHAR(128) NULL,
    confirmed       INT          NOT NULL DEFAULT 0,
    created_at      BIGINT       NOT NULL,
    claimed_at      BIGINT       NULL,
    delivered_at    BIGINT       NULL,
    cancelled_at    BIGINT       NULL,
    handover_second BIGINT       NULL,
    handed_at       BIGINT       NULL,
    row_seen_at     BIGINT       NULL,
    gone_at         BIGINT       NULL,
    gone_playtime   BIGINT       NULL,
    gone_access     BIGINT       NULL,
    gone_items      BIGINT       NULL,
    saved_at        BIGINT       NULL,
    saved_by        VARCHAR(10)  NULL,
    unconfirmed_at  BIGINT       NULL,
    UNIQUE KEY deliveries_idempotency_key (idempotency_key),
    KEY deliveries_account (account, created_at),
    KEY deliveries_open (account, status),
    KEY deliveries_character (character_id, status),
    KEY deliveries_status (status, claimed_at),
    CONSTRAINT deliveries_status CHECK (status IN ('pending', 'claimed', 'delivered', 'cancelled')),
    CONSTRAINT deliveries_amount CHECK (amount > 0),
    CONSTRAINT deliveries_claimed_at CHECK (status <> 'claimed' OR claimed_at IS NOT NULL),
    CONSTRAINT deliveries_delivered_at CHECK (status <> 'delivered' OR delivered_at IS NOT NULL),
    UNIQUE KEY deliveries_handover (character_id, handover_second)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
