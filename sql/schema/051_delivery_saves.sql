-- What proves that the game has saved a delivery that it took from its own table. The game gives the item in memory,
-- removes the row and writes the item later. The status stays 'claimed' until a save is proven.
--
-- `row_seen_at`: the row was still there; `gone_at`: it was missing for the first time. `gone_playtime`, `gone_access`,
-- `gone_items`: the receiver's playtime, last access and count of the item in the game's database then. `saved_at`: a save
-- was seen, or was due. `saved_by`: what counted as the proof: 'save', 'time' or 'operator'. `unconfirmed_at`: since when an
-- operator has to decide, because the game may have stopped before it saved; `handed_at` is NULL then, so that the
-- previous release takes the delivery for one of unknown outcome. Deliveries of before have none of these.
SET @missing = (SELECT COUNT(*) = 0 FROM information_schema.columns
                WHERE table_schema = DATABASE() AND table_name = 'deliveries' AND column_name = 'gone_at');
SET @change = IF(@missing, 'ALTER TABLE deliveries
    ADD COLUMN row_seen_at BIGINT NULL,
    ADD COLUMN gone_at BIGINT NULL,
    ADD COLUMN gone_playtime BIGINT NULL,
    ADD COLUMN gone_access BIGINT NULL,
    ADD COLUMN gone_items BIGINT NULL,
    ADD COLUMN saved_at BIGINT NULL,
    ADD COLUMN saved_by VARCHAR(10) NULL,
    ADD COLUMN unconfirmed_at BIGINT NULL', 'DO 0');
PREPARE change_columns FROM @change;
EXECUTE change_columns;
DEALLOCATE PREPARE change_columns;
