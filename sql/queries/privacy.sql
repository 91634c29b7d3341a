-- Privacy levels of accounts, and the texts that operators hide.

-- name: chosen_levels(default, after, limit)
-- Accounts whose level is not the default, in pages by login.
SELECT login, level
FROM privacy
WHERE login > :after AND level <> :default
ORDER BY login
LIMIT :limit

-- name: recent(since, limit)
SELECT login, level
FROM privacy
WHERE changed_at >= :since
ORDER BY changed_at DESC
LIMIT :limit

-- name: of_account(account)
SELECT level, changed_at FROM privacy WHERE login = :account

-- name: choose(account, level, at)
INSERT INTO privacy (login, level, changed_at)
VALUES (:account, :level, :at)
ON DUPLICATE KEY UPDATE level = VALUES(level), changed_at = VALUES(changed_at)

-- name: hidden_texts()
SELECT kind, name, operator, at FROM hidden_texts ORDER BY kind, name

-- name: hide(kind, name, operator, at)
INSERT INTO hidden_texts (kind, name, operator, at)
VALUES (:kind, :name, :operator, :at)
ON DUPLICATE KEY UPDATE operator = VALUES(operator), at = VALUES(at)

-- name: show_again(kind, name)
DELETE FROM hidden_texts WHERE kind = :kind AND name = :name
