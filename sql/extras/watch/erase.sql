-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
DELETE FROM {site}.watch_stars WHERE login = erased;
DELETE FROM {site}.watch_accounts WHERE login = erased;
