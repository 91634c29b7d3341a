"""The player's rights to their data: an export, an erasure after seven days, and versions of the legal texts."""
