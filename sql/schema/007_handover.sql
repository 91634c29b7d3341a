-- Deliveries that go through the game's own hand-over table. `handover_second` is set by the claim, before the row there
-- is written, and tells that row from any other of its receiver: he has no two with the same. `handed_at`: since when
-- the row is known to stand there, or to have stood. A claim with it waits for the player, for as long as he stays away,
-- and is not stuck; of one without it nobody knows whether the row was written.

SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'deliveries' AND column_name = 'handover_second');
SET @change = IF(@missing, 'ALTER TABLE deliveries
    ADD COLUMN handover_second BIGINT NULL,
    ADD COLUMN handed_at BIGINT NULL,
    ADD UNIQUE KEY deliveries_handover (character_id, handover_second)', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
