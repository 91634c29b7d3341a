-- Second factors of accounts, and the challenges of a login's second step.

-- name: counts(login, domain)
-- `recovery_codes`: those that were not used.
SELECT (SELECT COUNT(*) FROM totp_secrets WHERE login = :login AND confirmed_at IS NOT NULL) AS totp,
       (SELECT COUNT(*) FROM passkeys WHERE login = :login AND domain = :domain) AS passkeys,
       (SELECT COUNT(*) FROM recovery_codes WHERE login = :login AND used_at IS NULL) AS recovery_codes

-- name: totp(login)
SELECT id, sealed, last_step, confirmed_at FROM totp_secrets WHERE login = :login

-- name: discard_pending_totp(login)
DELETE FROM totp_secrets WHERE login = :login AND confirmed_at IS NULL

-- name: add_totp(login, sealed)
INSERT INTO totp_secrets (login, sealed) VALUES (:login, :sealed)

-- name: confirm_totp(id, step, now)
UPDATE totp_secrets SET confirmed_at = :now, last_step = :step WHERE id = :id AND confirmed_at IS NULL

-- name: use_totp_step(id, step)
-- Changes no row if another request has used this step or a later one.
UPDATE totp_secrets SET last_step = :step WHERE id = :id AND confirmed_at IS NOT NULL AND last_step < :step

-- name: remove_totp(login)
DELETE FROM totp_secrets WHERE login = :login

-- name: sealed_totp(after, limit)
-- `clear`: there is none; the columns are those of `gateway keys rotate`.
SELECT id, login AS account, 'totp' AS identity, sealed, NULL AS clear
FROM totp_secrets
WHERE id > :after
ORDER BY id
LIMIT :limit

-- name: reseal_totp(id, sealed)
UPDATE totp_secrets SET sealed = :sealed WHERE id = :id

-- name: recovery_codes_of(login, limit)
SELECT created_at, used_at FROM recovery_codes WHERE login = :login LIMIT :limit

-- name: add_recovery_code(login, hash, now)
INSERT INTO recovery_codes (login, hash, created_at) VALUES (:login, :hash, :now)

-- name: use_recovery_code(login, hash, now)
UPDATE recovery_codes SET used_at = :now WHERE login = :login AND hash = :hash AND used_at IS NULL

-- name: remove_recovery_codes(login)
DELETE FROM recovery_codes WHERE login = :login

-- name: use_challenge(id, expires_at)
INSERT INTO used_challenges (id, expires_at) VALUES (:id, :expires_at)

-- name: prune_challenges(now, limit)
DELETE FROM used_challenges WHERE expires_at < :now ORDER BY expires_at LIMIT :limit

-- name: keys_in_use()
-- The id of a key is the first part of the sealed text.
SELECT COALESCE(SUBSTRING_INDEX(sealed, ':', 1), '') AS name, COUNT(*) AS count
FROM totp_secrets
GROUP BY COALESCE(SUBSTRING_INDEX(sealed, ':', 1), '')
