-- Payments of several providers. The previous release writes none of these columns: it knows Mercado Pago alone.

-- The provider that opens the checkout, and when that one ends; NULL: seven days after the donation began.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'donations' AND column_name = 'provider');
SET @change = IF(@missing, 'ALTER TABLE donations
    ADD COLUMN provider VARCHAR(16) NOT NULL DEFAULT ''mercadopago'',
    ADD COLUMN expires_at BIGINT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

-- `reference`: the provider's id of the payment. `id` is Mercado Pago's number, or a larger one that derives from
-- provider and reference. `ledger_key` begins the keys of the payment's transfers. `state`: pending, paid, failed,
-- reversed or disputed; at other providers than Mercado Pago `status` has it. `contested`: charged back, and the bank has
-- not decided. `fee` and `net` are in minor units of `settlement_currency`, NULL: the currency of the donation.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'payments' AND column_name = 'provider');
SET @change = IF(@missing, 'ALTER TABLE payments
    ADD COLUMN provider VARCHAR(16) NOT NULL DEFAULT ''mercadopago'',
    ADD COLUMN reference VARCHAR(64) NOT NULL DEFAULT (id),
    ADD COLUMN settlement_currency CHAR(3) NULL,
    ADD COLUMN ledger_key VARCHAR(72) AS
        (CONCAT(CASE WHEN provider = ''mercadopago'' THEN ''mp'' ELSE LEFT(provider, 2) END, '':'', reference)) VIRTUAL,
    ADD COLUMN state VARCHAR(16) AS (CASE
        WHEN status = ''approved'' OR (status = ''charged_back'' AND detail = ''reimbursed'') THEN ''paid''
        WHEN status IN (''rejected'', ''cancelled'') THEN ''failed''
        WHEN status IN (''refunded'', ''charged_back'') THEN ''reversed''
        WHEN status IN (''in_process'', ''authorized'') THEN ''pending''
        WHEN status = ''in_mediation'' THEN CASE WHEN approved_at IS NULL AND coins = 0 THEN ''pending'' ELSE ''disputed'' END
        ELSE status END) VIRTUAL,
    ADD COLUMN contested TINYINT(1) AS
        ((status = ''charged_back'' AND detail NOT IN (''settled'', ''reimbursed''))
         OR (status = ''reversed'' AND detail = ''undecided'')) VIRTUAL,
    ADD UNIQUE KEY payments_reference (provider, reference)', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'webhook_inbox' AND column_name = 'provider');
SET @change = IF(@missing, 'ALTER TABLE webhook_inbox
    ADD COLUMN provider VARCHAR(16) NOT NULL DEFAULT ''mercadopago'',
    ADD COLUMN reference VARCHAR(64) NOT NULL DEFAULT (payment_id)', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
