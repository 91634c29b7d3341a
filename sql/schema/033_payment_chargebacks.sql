-- The part of `refunded` that banks took back by disputes, decided or not, in centavos. The previous release does not write
-- it; its rows are corrected when the payment is polled next. `name`: the payment as commands take it. `contested`: also
-- while the bank has not decided on a part of the payment.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'payments' AND column_name = 'charged_back');
SET @change = IF(@missing, 'ALTER TABLE payments
    ADD COLUMN charged_back BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN name VARCHAR(81) AS
        (CASE WHEN provider = ''mercadopago'' THEN reference ELSE CONCAT(provider, '':'', reference) END) VIRTUAL,
    DROP COLUMN contested', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'payments' AND column_name = 'contested');
SET @change = IF(@missing, 'ALTER TABLE payments
    ADD COLUMN contested TINYINT(1) AS
        ((status = ''charged_back'' AND detail NOT IN (''settled'', ''reimbursed''))
         OR (status IN (''paid'', ''reversed'') AND detail = ''undecided'')) VIRTUAL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

UPDATE payments SET charged_back = refunded
WHERE charged_back = 0 AND refunded > 0
  AND (contested = 1 OR (status = 'charged_back' AND detail <> 'reimbursed')
       OR (status IN ('paid', 'reversed') AND detail = 'lost'));
