-- The privilege checks at start-up and of `gateway doctor`, run with each runtime user's own login.

-- name: wide_rights()
SELECT CONCAT(privilege_type, ' on everything') AS found
FROM information_schema.user_privileges
WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AND privilege_type <> 'USAGE'
UNION ALL
SELECT CONCAT(privilege_type, ' on all of ', table_schema)
FROM information_schema.schema_privileges
WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')

-- The user's rights on single tables and columns of its schema.
-- name: own_rights()
SELECT CONCAT(privilege_type, ' on ', table_name) AS found
FROM information_schema.table_privileges
WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AND table_schema = DATABASE()
UNION ALL
SELECT CONCAT(privilege_type, ' (', column_name, ') on ', table_name)
FROM information_schema.column_privileges
WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AND table_schema = DATABASE()

-- Tables of other schemas that are visible to the user: it has some right on each of them.
-- name: foreign_tables()
SELECT CONCAT(table_schema, '.', table_name) AS found
FROM information_schema.tables
WHERE table_schema <> DATABASE() AND table_schema NOT IN ('information_schema', 'performance_schema', 'sys')
LIMIT 20

-- Routines that the user may run or see; `own`: the procedures of the site schema, whose rights the site's user tries.
-- Those of the user's own schema come without the name of the schema.
-- name: routines(own, is_site)
SELECT CONCAT('EXECUTE on ', IF(routine_schema = DATABASE(), '', CONCAT(routine_schema, '.')), routine_name) AS found
FROM information_schema.routines
WHERE routine_schema NOT IN ('information_schema', 'performance_schema', 'mysql', 'sys')
  AND NOT (:is_site = 1 AND routine_schema = DATABASE() AND routine_name IN :own)
LIMIT 20

-- Includes roles that are not the user's default: it could take them by SET ROLE.
-- name: roles()
SELECT CONCAT('the role ', role_name) AS found
FROM information_schema.applicable_roles
WHERE role_name IS NOT NULL AND role_name <> 'PUBLIC'

-- Statements that try one right. The object and its columns are filled in from gateway/database/user_rights.py. None
-- changes a row: the server checks rights before it runs a statement, and `WHERE FALSE` matches no row.

-- name: try_select()
SELECT {columns} FROM {object} WHERE FALSE

-- name: try_insert()
INSERT INTO {object} ({columns}) SELECT {nulls} FROM DUAL WHERE FALSE

-- name: try_update()
UPDATE {object} SET {assignments} WHERE FALSE

-- name: try_delete()
DELETE FROM {object} WHERE FALSE

-- The login exists, so its key stops the row where the check of the view does not.
-- name: try_access_level(login, level)
INSERT INTO new_accounts (login, password, access_level) VALUES (:login, '', :level)

-- name: try_staff(login)
UPDATE player_accounts SET password = password WHERE login = :login

-- Any account, or one of staff.
-- name: an_account(staff)
SELECT login AS found FROM accounts WHERE :staff = 0 OR access_level > 0 LIMIT 1

-- No procedure takes this many arguments, so the call fails after the check of the right.
-- name: try_execute()
CALL {object}(0, 0, 0, 0, 0)
