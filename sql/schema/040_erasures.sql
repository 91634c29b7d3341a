-- Erasure of accounts.

-- What the rows of a closed day are since an erasure has replaced a login in them: `facts` as in `ledger_anchors`, whose
-- chain stays as it was written. The newest row of a day counts. `account`: the name that replaced the login. The row of
-- the erasure in the operators' log has a hash of its rows here. The site's user: SELECT, INSERT.
CREATE TABLE IF NOT EXISTS erased_days (
    id      BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    day     INT         NOT NULL,
    account VARCHAR(45) NOT NULL,
    facts   TEXT        NOT NULL,
    UNIQUE KEY erased_days_account (account, day)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
