-- Pages of characters.

-- name: title(character_id)
SELECT title FROM characters WHERE character_id = :character_id
