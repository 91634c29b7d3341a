-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
DELETE FROM {site}.market_offers WHERE login = erased;
