-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
UPDATE {site}.campaign_offers SET account = alias WHERE account = erased;
