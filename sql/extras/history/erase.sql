-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
DELETE FROM {site}.character_samples WHERE account = erased;
