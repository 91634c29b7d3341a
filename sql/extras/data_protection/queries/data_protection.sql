-- Requests for an erasure, published versions of the legal texts, and their acceptance. Times are seconds since 1970.

-- name: request(login)
SELECT state, requested_at, due_at FROM erasure_requests WHERE login = :login

-- name: lock_request(login)
SELECT state, requested_at, due_at FROM erasure_requests WHERE login = :login FOR UPDATE

-- name: put_request(login, now, due_at)
-- The account's new request replaces one that was cancelled.
INSERT INTO erasure_requests (login, state, requested_at, due_at) VALUES (:login, 'waiting', :now, :due_at)
ON DUPLICATE KEY UPDATE state = 'waiting', requested_at = :now, due_at = :due_at, ended_at = NULL, held_reason = ''

-- name: cancel_request(login, now)
UPDATE erasure_requests SET state = 'cancelled', ended_at = :now, held_reason = ''
WHERE login = :login AND state IN ('waiting', 'held')

-- name: set_state(login, state, reason)
UPDATE erasure_requests SET state = :state, held_reason = :reason WHERE login = :login

-- name: due(now, after, limit)
SELECT login FROM erasure_requests
WHERE state = 'waiting' AND due_at <= :now AND login > :after
ORDER BY login
LIMIT :limit

-- name: overdue(since)
SELECT COUNT(*) AS count FROM erasure_requests WHERE state IN ('waiting', 'held') AND due_at <= :since

-- name: counts()
SELECT COUNT(CASE WHEN state = 'waiting' THEN 1 END) AS waiting, COUNT(CASE WHEN state = 'held' THEN 1 END) AS held,
       COUNT(CASE WHEN state = 'done' THEN 1 END) AS done
FROM erasure_requests

-- name: page(state, before, limit)
SELECT id, login, state, requested_at, due_at, ended_at, held_reason
FROM erasure_requests
WHERE (:state = '' OR state = :state) AND id < :before
ORDER BY id DESC
LIMIT :limit

-- name: prune_requests(before, limit)
DELETE FROM erasure_requests WHERE state = 'cancelled' AND ended_at < :before ORDER BY id LIMIT :limit

-- name: exported_since(login, since)
SELECT MAX(at) AS at FROM security_log WHERE login = :login AND action = 'DATA_EXPORTED' AND success = 1 AND at > :since

-- name: lock_account(login)
-- Changes nothing: a request of the same account waits for the end of this transaction.
INSERT INTO account_owners (login) VALUES (:login) ON DUPLICATE KEY UPDATE login = VALUES(login)

-- name: confirmed_email(login)
SELECT email FROM confirmed_emails WHERE login = :login

-- name: newest_versions()
SELECT document, version, published_at
FROM legal_versions AS newest
WHERE version = (SELECT MAX(version) FROM legal_versions AS numbered WHERE numbered.document = newest.document)
ORDER BY document DESC

-- name: due_consents(login)
SELECT document, version, published_at
FROM legal_versions AS newest
WHERE version = (SELECT MAX(version) FROM legal_versions AS numbered WHERE numbered.document = newest.document)
  AND NOT EXISTS (SELECT 1 FROM consents
                  WHERE consents.login = :login AND consents.document = newest.document
                    AND consents.version = newest.version)
ORDER BY document DESC

-- name: lock_versions(document)
SELECT version, texts FROM legal_versions WHERE document = :document ORDER BY version DESC LIMIT 1 FOR UPDATE

-- name: newest_texts(document)
SELECT version, texts FROM legal_versions WHERE document = :document ORDER BY version DESC LIMIT 1

-- name: texts(document, version)
SELECT version, texts FROM legal_versions WHERE document = :document AND version = :version

-- name: publish(document, version, now, operator, texts)
INSERT INTO legal_versions (document, version, published_at, published_by, texts)
VALUES (:document, :version, :now, :operator, :texts)

-- name: all_versions()
SELECT document, version, published_at, published_by,
       (SELECT COUNT(*) FROM consents
        WHERE consents.document = legal_versions.document AND consents.version = legal_versions.version) AS accepted
FROM legal_versions
ORDER BY document DESC, version DESC

-- name: accept(login, document, version, now)
-- A version that was not published is not accepted.
INSERT IGNORE INTO consents (login, document, version, accepted_at)
SELECT :login, document, version, :now FROM legal_versions WHERE document = :document AND version = :version

-- name: consents(login)
SELECT document, version, accepted_at FROM consents WHERE login = :login ORDER BY document DESC, version DESC

-- name: personal_request(login, limit, start)
SELECT JSON_OBJECT('state', state, 'requested_at', requested_at, 'due_at', due_at, 'ended_at', ended_at) AS body
FROM erasure_requests
WHERE login = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: personal_consents(login, limit, start)
SELECT JSON_OBJECT('document', document, 'version', version, 'accepted_at', accepted_at) AS body
FROM consents
WHERE login = :login
ORDER BY document, version
LIMIT :limit OFFSET :start
