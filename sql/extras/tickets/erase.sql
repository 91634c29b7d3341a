-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it. Messages and pictures go with their ticket.
DELETE FROM {site}.tickets WHERE account = erased;
