-- What the owner's procedures have erased, written by the procedures themselves. Times are seconds since 1970.
--
-- `kind`: account or character. `subject`: the name that replaced the login, or the id of the character. No user has a right
-- to change these rows: the site's user has SELECT, the locked owner INSERT.
CREATE TABLE IF NOT EXISTS erasures (
    id      BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    at      BIGINT      NOT NULL,
    kind    VARCHAR(16) NOT NULL,
    subject VARCHAR(45) NOT NULL,
    KEY erasures_subject (kind, subject)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

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
