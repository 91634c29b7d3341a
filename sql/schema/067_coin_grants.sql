-- Coins that operators make by campaigns of codes and by adjustments. `is_held` 1: they are above the operator's daily sum
-- and wait for another operator; `is_released` then says what was decided. A held campaign gives nothing; a held adjustment
-- is posted under `post_key` when it is released. `log_id`: the row of `operator_log` with the account of a held adjustment.
-- The site's user: SELECT, INSERT, UPDATE of `decided_by`, `decided_at` and `is_released`.
CREATE TABLE IF NOT EXISTS coin_grants (
    id          INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    operator    VARCHAR(32)  NOT NULL,
    coins       BIGINT       NOT NULL,
    campaign_id INT UNSIGNED NULL,
    log_id      BIGINT       NULL,
    post_key    VARCHAR(48)  NULL,
    created_at  BIGINT       NOT NULL,
    is_held     TINYINT      NOT NULL,
    decided_by  VARCHAR(32)  NULL,
    decided_at  BIGINT       NULL,
    is_released TINYINT      NULL,
    UNIQUE KEY coin_grants_campaign (campaign_id),
    KEY coin_grants_operator (operator, created_at),
    KEY coin_grants_decided (decided_at),
    CONSTRAINT coin_grants_campaign FOREIGN KEY (campaign_id) REFERENCES code_campaigns (id),
    CONSTRAINT coin_grants_coins CHECK (coins > 0),
    CONSTRAINT coin_grants_decision CHECK ((decided_at IS NULL) = (decided_by IS NULL)
                                           AND (decided_at IS NULL) = (is_released IS NULL))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
