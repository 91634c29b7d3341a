-- name: take(name)
-- Names of locks are the server's, not the schema's: ours carry the schema's name. 1 taken, 0 another holds it.
SELECT GET_LOCK(LEFT(CONCAT(DATABASE(), '.', :name), 64), 0) AS taken
