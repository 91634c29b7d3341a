-- Passkeys of accounts. Only those of the site's present domain count.

-- name: of_account(login, domain, limit)
SELECT id, credential_id, transports, name, created_at, used_day
FROM passkeys
WHERE login = :login AND domain = :domain
ORDER BY id
LIMIT :limit

-- name: find(credential_id, domain)
SELECT passkeys.id, passkeys.login, passkeys.public_key, passkeys.sign_count, passkeys.backup_eligible,
       profiles.user_handle
FROM passkeys
JOIN profiles ON profiles.login = passkeys.login
WHERE passkeys.credential_id = :credential_id AND passkeys.domain = :domain

-- name: create_user_handle(login, handle)
-- Keeps an existing handle, and locks the row until the end of the transaction.
INSERT INTO profiles (login, user_handle)
VALUES (:login, :handle)
ON DUPLICATE KEY UPDATE user_handle = COALESCE(user_handle, VALUES(user_handle))

-- name: user_handle(login)
SELECT user_handle AS handle FROM profiles WHERE login = :login

-- name: add(login, domain, credential_id, public_key, sign_count, transports, backup_eligible, backed_up, name, now)
INSERT INTO passkeys (login, domain, credential_id, public_key, sign_count, transports, backup_eligible, backed_up, name,
                      created_at)
VALUES (:login, :domain, :credential_id, :public_key, :sign_count, :transports, :backup_eligible, :backed_up, :name, :now)

-- name: use(id, sign_count, backed_up, day)
UPDATE passkeys
SET sign_count = GREATEST(sign_count, :sign_count), backed_up = :backed_up, used_day = :day
WHERE id = :id

-- name: remove(login, id)
DELETE FROM passkeys WHERE login = :login AND id = :id

-- name: remove_all(login)
DELETE FROM passkeys WHERE login = :login
