-- Part of `erase_account`: `erased` is the login, `alias` the name that replaces it.
DELETE FROM {site}.push_messages
WHERE subscription_id IN (SELECT id FROM {site}.push_subscriptions WHERE login = erased);
DELETE FROM {site}.push_subscriptions WHERE login = erased;
DELETE FROM {site}.push_choices WHERE login = erased;
