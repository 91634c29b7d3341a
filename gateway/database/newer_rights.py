"""Rights that this release does not use: those which a newer release may have added to the contract."""

import re
from itertools import chain

from gateway.database.user_rights import PROBE_COLUMNS, PROCEDURES, RIGHTS, User


def object_of(right: str) -> str:
    return right.rpartition(" on ")[2]


def may_be_of_newer_release(user: User, right: str) -> bool:
    """Returns whether a newer release may have added a right that this one does not use.

    Reads of new views; new tables, columns and procedures of the site schema; and more rights on its rows that this
    release changes or deletes as well. Never writes to the game, nor changes of rows that stay as they were written.
    """
    name, privilege = object_of(right), right.split()[0]
    if user != "site":
        return user != "handover" and privilege == "SELECT" and name not in PROBE_COLUMNS[user]
    if privilege == "EXECUTE":
        return name not in PROCEDURES and "." not in name
    contract = RIGHTS["site"].get(name, ())
    changes_rows = any(entry.privilege in {"UPDATE", "DELETE"} and not entry.columns for entry in contract)
    columns = {*PROBE_COLUMNS["site"].get(name, ()), *chain.from_iterable(entry.columns for entry in contract)}
    column = re.search(r"\((\w+)\)", right)
    return changes_rows or name not in PROBE_COLUMNS["site"] or bool(column and column[1] not in columns)


def is_on_unknown_table(line: str) -> bool:
    """Returns True for a right on a table of the site schema that no release may know: it endangers nothing."""
    return re.match("site: (?!EXECUTE )", line) is not None and object_of(line) not in PROBE_COLUMNS["site"]
