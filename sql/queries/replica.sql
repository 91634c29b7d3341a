-- Lag of a replica: one row that is renewed on the primary and read on the replica.

-- name: write_heartbeat(interval_ms)
-- At most once per interval, however many processes run it; also after the clock was set back.
UPDATE heartbeat
SET at = CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)
WHERE id = 1
    AND at NOT BETWEEN CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) - :interval_ms + 1
        AND CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)

-- name: heartbeat()
SELECT at, CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) AS now FROM heartbeat WHERE id = 1
