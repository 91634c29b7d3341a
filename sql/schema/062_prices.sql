-- Prices in each currency. The previous release writes none of these columns.
--
-- A row with `currency` is a package of a price list that was sold: `amount` in minor units, `coins` without the bonus, which
-- is `percentage` of them; `steps` is a JSON object with the same values. NULL: bonus steps of the amount slider.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'price_versions' AND column_name = 'currency');
SET @change = IF(@missing, 'ALTER TABLE price_versions
    ADD COLUMN currency CHAR(3) NULL,
    ADD COLUMN amount BIGINT NULL,
    ADD COLUMN coins BIGINT NULL,
    ADD COLUMN percentage INT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- `price_package`: the version of a donation from a price list, which has no `price_version`; NULL: of the amount slider. `donations.amount` and
-- `donations.refunded_amount` are in minor units of `donations.currency`, as before.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'donations' AND column_name = 'price_package');
SET @change = IF(@missing, 'ALTER TABLE donations ADD COLUMN price_package INT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- `currency`: of `amount`, `refunded` and `charged_back`, as the provider says; NULL: not recorded, that of the donation.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'payments' AND column_name = 'currency');
SET @change = IF(@missing, 'ALTER TABLE payments ADD COLUMN currency CHAR(3) NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
