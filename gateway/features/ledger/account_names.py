"""Names of ledger accounts, `<kind>:<owner>`. Pure; an invalid name raises ValueError."""

import re
from typing import Final

OWNER_MAX: Final = 45
"""Width of `wallets.owner`, and of the widest login column of all schema families."""
PLAYER_KINDS: Final = ("wallet", "hold", "debt")
HOUSE: Final = "house"

_HOUSE = re.compile(r"[a-z][a-z_]{0,44}")


def wallet(login: str) -> str:
    """Coins the player may spend."""
    return _of("wallet", login)


def hold(login: str) -> str:
    """Coins frozen while a payment is disputed."""
    return _of("hold", login)


def debt(login: str) -> str:
    """Coins the player owes, as a positive number; the opposite side is `house:debts`."""
    return _of("debt", login)


def house(name: str) -> str:
    """The opposite side of every transfer: donations, game, wheel, debts."""
    if not _HOUSE.fullmatch(name):
        raise ValueError(f"{name!r} is not a house account")
    return f"{HOUSE}:{name}"


def parts(account: str) -> tuple[str, str]:
    """Returns kind and owner."""
    kind, _, owner = account.partition(":")
    if kind == HOUSE:
        house(owner)
    elif kind in PLAYER_KINDS:
        _of(kind, owner)
    else:
        kinds = ", ".join((*PLAYER_KINDS, HOUSE))
        raise ValueError(f"{account!r} is not an account: expected <kind>:<owner>, kind one of {kinds}")
    return kind, owner


def is_house(account: str) -> bool:
    """Returns True for an account without a row, a lock and a lower limit: its balance is the sum of its entries."""
    return account.startswith(f"{HOUSE}:")


def _of(kind: str, login: str) -> str:
    # The database compares some spellings, and upper and lower case, as equal: they would be two wallets here or none.
    valid = 0 < len(login) <= OWNER_MAX and login.isprintable() and login == login.strip() == login.lower()
    if not valid:
        raise ValueError(f"{login!r}: expected a login in lower case of 1 to {OWNER_MAX} characters")
    return f"{kind}:{login}"
