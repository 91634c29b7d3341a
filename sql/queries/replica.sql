-- How far a replica is behind: a row that is renewed on the primary, and read on both.

-- name: beat(every)
-- Whoever comes first within `every` milliseconds makes it, so many processes cost no more than one. A clock that was
-- put back is no reason to wait.
UPDATE heartbeat
SET previous = at, at = CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)
WHERE id = 1
    AND at NOT BETWEEN CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) - :every + 1
        AND CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)

-- name: last_beat()
SELECT at, previous, CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) AS now FROM heartbeat WHERE id = 1

-- name: here()
SELECT 1 AS here
