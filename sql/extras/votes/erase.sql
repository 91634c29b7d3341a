-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
UPDATE {site}.votes SET account = alias, voter = NULL WHERE account = erased;
UPDATE {site}.vote_accounts SET account = alias WHERE account = erased;
