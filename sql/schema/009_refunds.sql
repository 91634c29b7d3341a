-- Refunds that an operator asked the provider for, noted before it was asked: a repeat of one whose answer was lost is
-- known by that, and gives nothing back twice. `refunded` is what had gone back before, both are centavos; `answered_at`
-- is NULL until it is known what became of it. The site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS refunds (
    payment_id  BIGINT NOT NULL,
    refunded    BIGINT NOT NULL,
    amount      BIGINT NOT NULL,
    asked_at    BIGINT NOT NULL,
    answered_at BIGINT NULL,
    PRIMARY KEY (payment_id, refunded, amount),
    CONSTRAINT refunds_amount CHECK (amount > 0 AND refunded >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
