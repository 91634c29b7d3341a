-- Indexes that an operator may add to the tables of the game, with the game stopped or at a quiet hour. The gateway
-- never adds one by itself and works without them: it then reads the characters of a player from the snapshot and
-- batches the items. Run what your family lacks, in the schema of the game.

-- The characters of an account (mobius, acis, rusacis, frozen, orion).
CREATE INDEX characters_account_name ON characters (account_name);

-- The items of a character (acis, rusacis: their `items` has nothing but its primary key).
CREATE INDEX items_owner_id ON items (owner_id);

-- The items of an offline shop, for the market (mobius: its `character_offline_trade_items` has no key at all).
CREATE INDEX character_offline_trade_items_charId ON character_offline_trade_items (charId);

-- The ban of an account (mobius_ct0: its `punishments` has nothing but its primary key).
CREATE INDEX punishments_key ON punishments (`key`);
