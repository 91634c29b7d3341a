-- What the provider keeps and pays out of each payment.

-- `fee`: what the provider charges us; `net`: what it pays out at `release_at`. `payer`: the buyer's number at the
-- provider. NULL: not reported, or not fetched since this migration. Amounts in centavos, times in seconds since 1970.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'payments' AND column_name = 'fee');
SET @change = IF(@missing, 'ALTER TABLE payments
    ADD COLUMN fee BIGINT NULL,
    ADD COLUMN net BIGINT NULL,
    ADD COLUMN approved_at BIGINT NULL,
    ADD COLUMN release_at BIGINT NULL,
    ADD COLUMN method VARCHAR(64) NULL,
    ADD COLUMN payer BIGINT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
