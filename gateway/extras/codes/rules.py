"""Rules of codes: their form, their hash, and the state of a campaign. Pure."""

import hashlib
import re
from typing import Final, Literal

from msgspec import Struct

from gateway.features.accounts.recovery_codes import canonical_form
from gateway.texts import Text, text

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


def is_word(word: str) -> bool:
    """Returns True if an operator may choose the word as a promo code."""
    return _WORD.fullmatch(canonical_form(word)) is not None


def hash_of(code: str) -> str:
    return hashlib.sha256(canonical_form(code).encode("utf-8", "surrogatepass")).hexdigest()


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


def refusal(campaign: Campaign, word: str, now: int) -> tuple[str, Text] | None:
    """Returns the field and the reason for which the campaign cannot be made; None if it can.

    `word`: the chosen code, or empty.
    """
    limit = GIFT_CODES_MAX if campaign.kind == "gift" else REDEMPTIONS_MAX
    if not (0 < len(campaign.name) <= NAME_MAX and campaign.name.isprintable()):
        return "name", text("reasons.line_long", limit=NAME_MAX) if campaign.name else text("reasons.name_missing")
    if campaign.expires_at <= max(now, campaign.starts_at):
        return "expires_at", text("reasons.campaign_end")
    for field, value, most in (
        ("coins", campaign.coins, COINS_MAX),
        ("max_redemptions", campaign.max_redemptions, limit),
    ):
        if not 1 <= value <= most:
            return field, text("reasons.value_max", limit=most) if value > most else text("reasons.value_min", limit=1)
    if word and (campaign.kind == "gift" or not is_word(word)):
        return "word", text("reasons.word", least=WORD_MIN, most=WORD_MAX)
    return None
