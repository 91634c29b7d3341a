"""The login of an account: as the game's tables store it, and as the site does."""


def site_login(stored_login: str) -> str:
    """Returns the login of a row that the database found for it, as the site stores it and players type it.

    A row may have capitals, and blanks at its end that a website added. All families trim the typed name and look it up
    by the collation of the column. Most collations ignore blanks at the end (PAD SPACE), so the game finds the row, and
    the account's characters have the typed name. With a collation that does not (NO PAD), neither the game nor the site
    finds such a row.
    """
    return stored_login.rstrip(" ").lower()
