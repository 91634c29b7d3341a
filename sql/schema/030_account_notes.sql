-- Administration: notes about accounts, and the keys of its search. Times are seconds since 1970.

-- Notes of operators about an account, for each other. The site's user: SELECT, INSERT, DELETE.
CREATE TABLE IF NOT EXISTS account_notes (
    id       BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account  VARCHAR(45)  NOT NULL,
    at       BIGINT       NOT NULL,
    operator VARCHAR(32)  NOT NULL,
    text     VARCHAR(500) NOT NULL,
    KEY account_notes_account (account, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Neither kind of server knows `IF NOT EXISTS` for a key in the same words, so a missing key is asked for first.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.statistics
                WHERE table_schema = DATABASE() AND table_name = 'security_log' AND index_name = 'security_log_address');
SET @change = IF(@missing, 'ALTER TABLE security_log ADD KEY security_log_address (ip_address, at)', 'DO 0');
PREPARE change_keys FROM @change;
EXECUTE change_keys;
DEALLOCATE PREPARE change_keys;

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.statistics
                WHERE table_schema = DATABASE() AND table_name = 'profiles' AND index_name = 'profiles_email');
SET @change = IF(@missing, 'ALTER TABLE profiles ADD KEY profiles_email (email)', 'DO 0');
PREPARE change_keys FROM @change;
EXECUTE change_keys;
DEALLOCATE PREPARE change_keys;

-- Payments of one buyer for different accounts.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.statistics
                WHERE table_schema = DATABASE() AND table_name = 'payments' AND index_name = 'payments_payer');
SET @change = IF(@missing, 'ALTER TABLE payments ADD KEY payments_payer (payer)', 'DO 0');
PREPARE change_keys FROM @change;
EXECUTE change_keys;
DEALLOCATE PREPARE change_keys;
