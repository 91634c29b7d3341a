-- `order_hash`: SHA-256 of the sealed order in the checkout of a donation, in hexadecimal. It recognises the order after its
-- data key is gone. NULL: the checkout is of an earlier release, or not open yet.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'donations' AND column_name = 'order_hash');
SET @change = IF(@missing, 'ALTER TABLE donations
    ADD COLUMN order_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- `over_cap`: its money was above the cap of the account's day when it was credited; its coins are held longer. Earlier
-- payments have 0.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'payments' AND column_name = 'over_cap');
SET @change = IF(@missing, 'ALTER TABLE payments
    ADD COLUMN over_cap TINYINT(1) NOT NULL DEFAULT 0', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
