-- Variants and parts of a boss are that boss: Antharas 29019, Frintezza 29045. An event that is there under both ids stays.
UPDATE IGNORE world_events SET subject_id = 29019
WHERE kind IN ('boss_killed', 'boss_points') AND subject_id IN (29066, 29067, 29068);

UPDATE IGNORE world_events SET subject_id = 29045
WHERE kind IN ('boss_killed', 'boss_points') AND subject_id IN (29046, 29047, 100200);
