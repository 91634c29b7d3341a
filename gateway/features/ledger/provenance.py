"""Rules that lead each transfer back to its cause.

The rules of `check` prove that the sums are right; a forgery can keep all of them. These find a transfer of an unknown
kind, one without a cause or of another player, and causes with another amount than was paid for them.
"""

from typing import Final

from gateway.features.ledger.check import rules

_CAUSES: Final = rules(
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
        "wrong_times": "each spin, delivery and reward has the time of its transfer",
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
_REWARDS: Final = rules(
    "reward_rules",
    {
        "changed_campaign_terms": "each campaign of codes has the terms of the log entry that made it",
        "reopened_campaigns": "each campaign of codes is closed if the log says so, and no other",
        "unlogged_codes": "each campaign has as many codes as the log says",
        "wrong_redemptions": "each redemption is in its campaign's time, after its release, and a gift's with its code",
        "unlogged_decisions": "each release or refusal of coins that waited is in the log of the operator who decided",
        "changed_competition_terms": "each competition has the terms and prizes of the log entry that made it",
        "reopened_competitions": "each competition is closed if the log says so, and no other",
        "settled_without_log": "each settled prize of a competition is in the operators' log once",
        "wrong_vote_times": "each vote is in the window of its time, and its account has a voter number",
        "referrals_of_old_accounts": "each referral is of an account that registered with it",
    },
)
PROVENANCE_RULES: Final = (*_CAUSES, *_REWARDS)
