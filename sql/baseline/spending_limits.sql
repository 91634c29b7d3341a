-- What players set for themselves. Times are seconds since 1970.
--
-- One row for each account that has set a limit or a break. Donations in pesos, spins in coins; NULL: no limit. The
-- columns `next_…` replace the others at `next_at`. Until `excluded_until` the account neither donates nor spins. The
-- site's user: SELECT, INSERT, UPDATE.
CREATE TABLE IF NOT EXISTS spending_limits (
    login               VARCHAR(45) NOT NULL PRIMARY KEY,
    donation_day        BIGINT      NULL,
    donation_month      BIGINT      NULL,
    spin_day            BIGINT      NULL,
    next_donation_day   BIGINT      NULL,
    next_donation_month BIGINT      NULL,
    next_spin_day       BIGINT      NULL,
    next_at             BIGINT      NULL,
    excluded_until      BIGINT      NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
