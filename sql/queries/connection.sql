-- The first statements of every session. MariaDB and MySQL name the same limits differently, so each has its own block;
-- the code above the connection does not know the kind of server.

-- name: read_only()
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED, READ ONLY

-- name: read_write()
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE

-- An administrator's session: no limits, and no notes on objects that exist.
-- name: quiet()
SET SESSION sql_notes = 0

-- name: limits_mariadb(statement_seconds, rows, lock_seconds, idle_seconds, open_seconds, safe_updates)
SET SESSION
    max_statement_time = :statement_seconds,
    sql_select_limit = :rows,
    lock_wait_timeout = :lock_seconds,
    innodb_lock_wait_timeout = :lock_seconds,
    idle_transaction_timeout = :open_seconds,
    wait_timeout = :idle_seconds,
    sql_safe_updates = :safe_updates,
    sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
    time_zone = '+00:00',
    sql_notes = 0,
    autocommit = 1

-- name: limits_mysql(statement_timeout_ms, rows, lock_seconds, idle_seconds, safe_updates)
SET SESSION
    max_execution_time = :statement_timeout_ms,
    sql_select_limit = :rows,
    lock_wait_timeout = :lock_seconds,
    innodb_lock_wait_timeout = :lock_seconds,
    wait_timeout = :idle_seconds,
    sql_safe_updates = :safe_updates,
    sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
    time_zone = '+00:00',
    sql_notes = 0,
    autocommit = 1
