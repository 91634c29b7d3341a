"""What the accounts of the ledger are called: `<kind>:<owner>`. Pure; a name that there cannot be raises ValueError."""

import re
from typing import Final

OWNER_MAX: Final = 45
"""The widest column of a login that any family has, and that of `wallets.owner`."""
PLAYERS: Final = ("wallet", "hold", "debt")
HOUSE: Final = "house"

_HOUSE = re.compile(r"[a-z][a-z_]{0,44}")


def wallet(login: str) -> str:
    """What the player may spend."""
    return _of("wallet", login)


def hold(login: str) -> str:
    """Coins frozen while a payment is disputed."""
    return _of("hold", login)


def debt(login: str) -> str:
    """What the player owes, as a positive number; its other side is `house:debts`."""
    return _of("debt", login)


def house(name: str) -> str:
    """The other side of everything: donations, game, wheel, debts."""
    if not _HOUSE.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a house account")
    return f"{HOUSE}:{name}"


def parts(account: str) -> tuple[str, str]:
    """Kind and owner."""
    kind, _, owner = account.partition(":")
    if kind == HOUSE:
        house(owner)
    elif kind in PLAYERS:
        _of(kind, owner)
    else:
        raise ValueError(f"{account!r} is no account: expected <kind>:<owner>, of {', '.join((*PLAYERS, HOUSE))}")
    return kind, owner


def is_house(account: str) -> bool:
    """Its balance is the sum of its entries and may be below zero: no row, no lock, no limit."""
    return account.startswith(f"{HOUSE}:")


def _of(kind: str, login: str) -> str:
    # Two spellings that the server holds for one, or a login in two cases, would be two wallets or none.
    fits = 0 < len(login) <= OWNER_MAX and login.isprintable() and login == login.strip() == login.lower()
    if not fits:
        raise ValueError(f"{login!r} is no login in lower case of 1 to {OWNER_MAX} characters")
    return f"{kind}:{login}"
