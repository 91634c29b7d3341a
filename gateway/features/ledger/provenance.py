"""Rules that lead each transfer back to its cause.

The rules of `check` prove that the sums are right; a forgery can keep all of them. These find a transfer of an unknown
kind, one without a cause or of another player, and causes with another amount than was paid for them.
"""

import re
from collections.abc import Iterator
from typing import Final

from gateway import package_data
from gateway.features.ledger.check import Rule, rules

_CAUSES: Final = rules(
    "provenance",
    {
        "unknown_transfers": "each transfer has the key, reference and accounts of its kind",
        "wrong_owners": "each transfer moves coins of the account that caused it",
        "wrong_causes": "each transfer of a payment belongs to the payment's donation",
        "wrong_amounts": "each payment that matches its donation has its amount",
        "wrong_currencies": "each payment that matches its donation is in its currency",
        "wrong_prices": "each donation has the coins that its price version gives for the amount",
        "wrong_packages": "each donation from a price list has the price and coins of its package",
        "wrong_delivery_states": "each delivery has the marks of its status",
        "wrong_items": "each delivery is of an item that was a coin of this site",
        "wrong_spin_balances": "each spin holds the balance of the wallet after it",
        "wrong_times": "each spin and delivery has the time of its transfer",
        "erased_without_log": "each erasure of an account is in the operators' log once",
        "histories_erased_without_log": "each erasure of a character's history is in the operators' log",
        "wrong_refunds": "each refund was requested by an operator and is no larger than its payment",
        "unlogged_decisions": "each release or refusal of coins that waited is in the log of the operator who decided",
    },
)
_RULE: Final = re.compile(r"^-- name: (\w+)\(limit\)\n-- (.+)$", re.MULTILINE)


def _noun_rules() -> Iterator[Rule]:
    """Rules of what causes transfers and is an extra: `ledger_rules.sql` in the folder of its tables."""
    for noun, folder in package_data.noun_tables().items():
        path = folder / "ledger_rules.sql"
        texts = dict(_RULE.findall(path.read_text(encoding="utf-8"))) if path.is_file() else {}
        yield from rules(noun, texts, needs_tables_of=noun)


PROVENANCE_RULES: Final = (*_CAUSES, *_noun_rules())
