-- The owner of each account when the site saw it last. Profiles without a row are of logins before the migration.

-- name: owner(login)
SELECT profiles.login, COALESCE(profiles.last_login_at, profiles.created_at) AS seen_at, account_owners.born_at,
       account_owners.written_mark, account_owners.seen_mark, account_owners.absent_at, account_owners.frozen_at
FROM profiles
LEFT JOIN account_owners ON account_owners.login = profiles.login
WHERE profiles.login = :login

-- name: owners(after, limit)
SELECT profiles.login, COALESCE(profiles.last_login_at, profiles.created_at) AS seen_at, account_owners.born_at,
       account_owners.written_mark, account_owners.seen_mark, account_owners.absent_at, account_owners.frozen_at
FROM profiles
LEFT JOIN account_owners ON account_owners.login = profiles.login
WHERE profiles.login > :after
ORDER BY profiles.login
LIMIT :limit

-- name: see(login, born_at, seen_mark)
INSERT INTO account_owners (login, born_at, seen_mark)
VALUES (:login, :born_at, :seen_mark)
ON DUPLICATE KEY UPDATE born_at = COALESCE(VALUES(born_at), born_at), seen_mark = VALUES(seen_mark), absent_at = NULL

-- name: begin(login, mark, language)
-- A new account of the site: nothing of an earlier account of the name counts.
INSERT INTO account_owners (login, written_mark, seen_mark, language)
VALUES (:login, :mark, :mark, :language)
ON DUPLICATE KEY UPDATE born_at = NULL, written_mark = VALUES(written_mark), seen_mark = VALUES(seen_mark),
                        absent_at = NULL, frozen_at = NULL, language = VALUES(language), language_chosen = 0

-- name: language(logins)
-- Of the first of the accounts that has one.
SELECT language
FROM account_owners
WHERE login IN :logins AND language IS NOT NULL
ORDER BY login
LIMIT 1

-- name: note_language(login, language)
UPDATE account_owners
SET language = :language
WHERE login = :login AND language_chosen = 0 AND NOT language <=> :language

-- name: choose_language(login, language)
INSERT INTO account_owners (login, language, language_chosen)
VALUES (:login, :language, 1)
ON DUPLICATE KEY UPDATE language = VALUES(language), language_chosen = 1

-- name: write(login, mark)
INSERT INTO account_owners (login, written_mark, seen_mark)
VALUES (:login, :mark, :mark)
ON DUPLICATE KEY UPDATE written_mark = VALUES(written_mark), seen_mark = VALUES(seen_mark)

-- name: miss(logins, now)
UPDATE account_owners SET absent_at = :now WHERE login IN :logins AND absent_at IS NULL

-- name: freeze(login, now)
INSERT INTO account_owners (login, frozen_at)
VALUES (:login, :now)
ON DUPLICATE KEY UPDATE frozen_at = :now

-- name: adopt(login, born_at)
-- The next login or check notes the password hash.
UPDATE account_owners
SET frozen_at = NULL, absent_at = NULL, written_mark = NULL, seen_mark = NULL, born_at = :born_at
WHERE login = :login AND frozen_at IS NOT NULL

-- name: holdings(login)
-- Counts the rows that a new account of the name would take over.
SELECT (SELECT COUNT(*) FROM donations WHERE account = :login) AS donations,
       (SELECT COUNT(*) FROM deliveries WHERE account = :login) AS deliveries,
       (SELECT COUNT(*) FROM roulette_spins WHERE account = :login) AS spins,
       (SELECT COUNT(*) FROM security_log WHERE login = :login) AS security_log

-- name: count_frozen()
SELECT COUNT(*) AS count FROM account_owners WHERE frozen_at IS NOT NULL
