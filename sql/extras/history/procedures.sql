-- Deletes every history of one character id, and leaves its row in `erasures`.
DROP PROCEDURE IF EXISTS {site}.erase_character_history;
CREATE DEFINER = {owner} PROCEDURE {site}.erase_character_history(IN erased BIGINT) MODIFIES SQL DATA SQL SECURITY DEFINER
BEGIN
    DELETE FROM {site}.character_days WHERE character_id = erased;
    DELETE FROM {site}.character_changes WHERE character_id = erased;
    DELETE FROM {site}.milestones WHERE subject_id = erased;
    DELETE FROM {site}.character_histories WHERE character_id = erased;
    DELETE FROM {site}.character_now WHERE character_id = erased;
    INSERT INTO {site}.erasures (at, kind, subject) VALUES (UNIX_TIMESTAMP(), 'character', erased);
END;
-- Of the days before `kept_from`, which is the first of a month, keeps the last row of each month of the characters from
-- one id to another, and the last recorded day of each month. The last 30 days are never thinned.
DROP PROCEDURE IF EXISTS {site}.thin_character_days;
CREATE DEFINER = {owner} PROCEDURE {site}.thin_character_days(IN kept_from INT, IN first_id BIGINT, IN last_id BIGINT)
    MODIFIES SQL DATA SQL SECURITY DEFINER
BEGIN
    IF kept_from > TO_DAYS(UTC_DATE()) - 719528 - 30 THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the last 30 days are kept';
    END IF;
    DELETE earlier FROM {site}.character_days AS earlier
    JOIN {site}.character_days AS later
        ON later.character_id = earlier.character_id AND later.day > earlier.day AND later.day <= earlier.day + 31
    WHERE earlier.character_id BETWEEN first_id AND last_id AND earlier.day < kept_from AND later.day < kept_from
        AND EXTRACT(YEAR_MONTH FROM FROM_DAYS(earlier.day + 719528)) = EXTRACT(YEAR_MONTH FROM FROM_DAYS(later.day + 719528));
    DELETE earlier FROM {site}.history_days AS earlier
    JOIN {site}.history_days AS later ON later.day > earlier.day AND later.day <= earlier.day + 31
    WHERE later.day < kept_from
        AND EXTRACT(YEAR_MONTH FROM FROM_DAYS(earlier.day + 719528)) = EXTRACT(YEAR_MONTH FROM FROM_DAYS(later.day + 719528));
END;
