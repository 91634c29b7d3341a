-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
UPDATE {site}.referrals SET account = alias, network = '' WHERE account = erased;
UPDATE {site}.referrals SET referrer = alias WHERE referrer = erased;
DELETE FROM {site}.referral_codes WHERE account = erased;
