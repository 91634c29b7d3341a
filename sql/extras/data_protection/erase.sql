-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
UPDATE {site}.erasure_requests
SET ended_at = IF(state = 'cancelled', ended_at, UNIX_TIMESTAMP()), state = IF(state = 'cancelled', state, 'done'),
    held_reason = '', login = alias
WHERE login = erased;
UPDATE {site}.consents SET login = alias WHERE login = erased;
