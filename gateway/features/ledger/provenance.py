"""Rules that lead each transfer back to its cause.

The rules of `check` prove that the sums are right; a forgery can keep all of them. These find a transfer of an unknown
kind, one without a cause or of another player, and causes with another amount than was paid for them.
"""

from typing import Final

from gateway.features.ledger.check import rules

PROVENANCE_RULES: Final = rules(
    "provenance",
    {
        "unknown_transfers": "each transfer has the key, reference and accounts of its kind",
        "wrong_owners": "each transfer moves coins of the account that caused it",
        "wrong_causes": "each transfer of a payment belongs to the payment's donation",
        "wrong_amounts": "each payment that matches its donation has its amount",
        "wrong_prices": "each donation has the coins that its price version gives for the amount",
        "wrong_delivery_states": "each delivery has the marks of its status",
        "wrong_items": "each delivery is of an item that was a coin of this site",
        "wrong_spin_balances": "each spin holds the balance of the wallet after it",
        "wrong_times": "each spin and delivery has the time of its transfer",
        "wrong_competition_prizes": "each prize of a competition was paid once to its winner, and no other",
        "wrong_votes": "each vote was paid once to its voter",
        "wrong_code_coins": "each redemption of a code was paid once, with the coins of its campaign",
        "wrong_code_counts": "each campaign of codes counts its redemptions",
        "erased_without_log": "each erasure of an account is in the operators' log once",
        "histories_erased_without_log": "each erasure of a character's history is in the operators' log",
        "wrong_referrals": "each paid referral was paid once to both of its accounts",
        "wrong_refunds": "each refund was requested by an operator and is no larger than its payment",
    },
)
