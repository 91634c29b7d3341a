-- Signatures of operators: what they cover, and the rows that hold them.

-- name: state(name)
-- All that lets an operator sign in, as rows of texts; a null as an empty text.
SELECT 'operator' AS kind, name AS identity, role AS fact_1, password AS fact_2, CAST(created_at AS CHAR) AS fact_3,
       COALESCE(CAST(disabled_at AS CHAR), '') AS fact_4
FROM operators
WHERE name = :name
UNION ALL
SELECT 'totp', CAST(id AS CHAR), sealed, CAST(last_step AS CHAR), COALESCE(CAST(confirmed_at AS CHAR), ''), ''
FROM totp_secrets
WHERE login = CONCAT('Operator:', :name) AND confirmed_at IS NOT NULL
UNION ALL
SELECT 'passkey', credential_id, public_key, domain, CAST(sign_count AS CHAR), CAST(backup_eligible AS CHAR)
FROM passkeys
WHERE login = CONCAT('Operator:', :name)
UNION ALL
SELECT 'recovery_code', hash, CAST(created_at AS CHAR), COALESCE(CAST(used_at AS CHAR), ''), '', ''
FROM recovery_codes
WHERE login = CONCAT('Operator:', :name)

-- name: newest(name, limit)
SELECT revision, state, signature
FROM operator_signatures
WHERE operator = :name
ORDER BY revision DESC, id
LIMIT :limit

-- name: add(name, revision, state, signature, now)
INSERT INTO operator_signatures (operator, revision, state, signature, at)
VALUES (:name, :revision, :state, :signature, :now)

-- name: lock(name)
-- Changes of one operator wait for each other.
SELECT name FROM operators WHERE name = :name FOR UPDATE

-- name: names(limit)
SELECT name FROM operators ORDER BY name LIMIT :limit
