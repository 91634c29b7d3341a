-- name: acquire(name)
-- Lock names belong to the server, not to a schema: ours include the schema. 1: acquired, 0: held by another.
SELECT GET_LOCK(LEFT(CONCAT(DATABASE(), '.', :name), 64), 0) AS acquired
