-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
DELETE FROM {site}.operator_requests WHERE LOCATE(CONCAT('"account:', erased, '"'), response) > 0;
DELETE FROM {site}.account_notes WHERE account = erased;
