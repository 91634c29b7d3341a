"""Rules of codes: their form, their hash, and the state of a campaign. Pure."""

import hashlib
import re
from typing import Final, Literal

from msgspec import Struct

from gateway.features.accounts.recovery_codes import canonical_form

Kind = Literal["promo", "gift"]
State = Literal["held", "without_codes", "upcoming", "open", "used_up", "expired", "closed"]

NAME_MAX: Final = 80
COINS_MAX: Final = 1_000_000
REDEMPTIONS_MAX: Final = 1_000_000
GIFT_CODES_MAX: Final = 10_000
WORD_MIN: Final = 6
WORD_MAX: Final = 32
_WORD: Final = re.compile(rf"[0-9A-Z]{{{WORD_MIN},{WORD_MAX}}}")


class Campaign(Struct, frozen=True):
    """`coins`: of one redemption. `codes_made`: 1 once its codes exist. `is_held`: 1 while it waits for a release and
    gives nothing. `made_by` and `reason`: of the operator."""

    id: int
    name: str
    kind: Kind
    coins: int
    starts_at: int
    expires_at: int
    max_redemptions: int
    redeemed: int = 0
    closed_at: int | None = None
    codes_made: int = 0
    is_held: int = 0
    made_by: str = ""
    reason: str = ""


def is_word(text: str) -> bool:
    """Returns True if an operator may choose the text as a promo code."""
    return _WORD.fullmatch(canonical_form(text)) is not None


def hash_of(text: str) -> str:
    return hashlib.sha256(canonical_form(text).encode("utf-8", "surrogatepass")).hexdigest()


def state_of(campaign: Campaign, now: float) -> State:
    if campaign.closed_at is not None:
        return "closed"
    if now >= campaign.expires_at:
        return "expired"
    if campaign.redeemed >= campaign.max_redemptions:
        return "used_up"
    if campaign.is_held:
        return "held"
    if not campaign.codes_made:
        return "without_codes"
    return "open" if now >= campaign.starts_at else "upcoming"


def refusal(campaign: Campaign, word: str, now: int) -> tuple[str, str] | None:
    """Returns the field and the reason for which the campaign cannot be made; None if it can.

    `word`: the chosen code, or empty.
    """
    limit = GIFT_CODES_MAX if campaign.kind == "gift" else REDEMPTIONS_MAX
    if not (0 < len(campaign.name) <= NAME_MAX and campaign.name.isprintable()):
        return "name", f"Name must have at most {NAME_MAX} characters" if campaign.name else "Name is required"
    if campaign.expires_at <= max(now, campaign.starts_at):
        return "expires_at", "The end must be in the future and after the beginning"
    for field, value, most in (
        ("coins", campaign.coins, COINS_MAX),
        ("max_redemptions", campaign.max_redemptions, limit),
    ):
        if not 1 <= value <= most:
            return field, f"Must be at most {most}" if value > most else "Must be at least 1"
    if word and (campaign.kind == "gift" or not is_word(word)):
        return "word", f"Must be {WORD_MIN} to {WORD_MAX} letters and digits, of a promo code"
    return None
