-- Keys of the security log: whether an address has logged in to an account, and what is old enough to go. Neither kind
-- of server knows `IF NOT EXISTS` for a key in the same words, so what is missing is asked first.

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.statistics
                WHERE table_schema = DATABASE() AND table_name = 'security_log'
                  AND index_name = 'security_log_success');
SET @change = IF(@missing, 'ALTER TABLE security_log ADD KEY security_log_success (login, success, action, ip_address, at)', 'DO 0');
PREPARE change_keys FROM @change;
EXECUTE change_keys;
DEALLOCATE PREPARE change_keys;

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.statistics
                WHERE table_schema = DATABASE() AND table_name = 'security_log' AND index_name = 'security_log_at');
SET @change = IF(@missing, 'ALTER TABLE security_log ADD KEY security_log_at (at)', 'DO 0');
PREPARE change_keys FROM @change;
EXECUTE change_keys;
DEALLOCATE PREPARE change_keys;
