"""Codes of the sentences that operators read, from which the administration makes texts in other languages."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec


class MessageCode(msgspec.Struct, frozen=True, omit_defaults=True):
    """`values`: names and numbers of the sentence, in their order."""

    code: str
    values: Sequence[str] = ()


_DELIVERY: Final = r"delivery (\d+) \(.*\)"
_MOMENT: Final = r"(.+)"
_VALUE: Final = r"(?: - at `.*`)?"
_CODES: Final = [
    (re.compile(pattern, re.DOTALL), code)
    for code, pattern in (
        # Values of content files
        ("value_whole_number", rf"Expected `int`, got .*{_VALUE}"),
        ("value_min", rf"Expected `\w+` >= (-?\d+){_VALUE}"),
        ("value_max", rf"Expected `\w+` <= (-?\d+){_VALUE}"),
        ("value_empty", rf"Expected `str` of length >= \d+{_VALUE}"),
        ("value_long", rf"Expected `str` of length <= (\d+){_VALUE}"),
        ("value_link", rf"Expected `str` matching regex .*https.*{_VALUE}"),
        ("value_color", rf"Expected `str` matching regex .*#.*{_VALUE}"),
        ("value_email", rf"Expected `str` matching regex .*@.*{_VALUE}"),
        ("value_line", rf"Expected `str` matching regex .*{_VALUE}"),
        ("value_choice", rf"Invalid enum value .*{_VALUE}"),
        ("value_date", rf"Invalid RFC3339 encoded date{_VALUE}"),
        ("value_missing", rf"Object missing required field `(.*?)`{_VALUE}"),
        ("value_unknown", rf"Object contains unknown field `(.*?)`{_VALUE}"),
        ("value_type", rf"Expected `.*{_VALUE}"),
        ("value_contrast", r"\S+ has a contrast of ([\d.]+):1 on .*; (\S+) is the nearest lighter shade"),
        ("picture_missing", r"no such picture: (.*)"),
        ("file_missing", r"no such file: (.*)"),
        # Content files
        ("syntax", r"is no valid (?:TOML|JSON): (.*)"),
        ("not_utf8", r"is not UTF-8"),
        ("file_large", r"larger than ([\d,]+) bytes"),
        ("files_large", r"(?:pages and news|the pictures) together are larger than ([\d,]+) bytes"),
        ("file_name", r"not <slug>\.md or <slug>\.<language>\.md"),
        ("slug", r"a name has lower-case letters, digits and single hyphens"),
        ("base_missing", r"(\S+) is missing beside it"),
        ("not_one_of", r"(?:\w+ is )?not one of (.*)"),
        ("link_outside", r"a link to a file outside of the content folder"),
        ("link_itself", r"is a link; change the file that it names"),
        ("head", r"begins with a head between two lines of ---: .*"),
        ("head_entry", r"is not `title: …`, `date: …` or `until: …`, each once"),
        ("head_missing", r"the head has no (\w+)"),
        ("head_order", r"until is before date"),
        ("head_title", r"title is longer than (\d+) characters"),
        ("head_day", r"(\w+) is not a day such as 2026-12-31"),
        ("no_text", r"has no text"),
        ("markdown_link", r"a link is https, http, mailto or a path of this site: (.*)"),
        ("picture_unreadable", r"cannot be read as a picture"),
        ("picture_name", r"(?:\S.*: )?a name has letters, digits, dots and hyphens, and ends with (.*)"),
        ("picture_type", r"(?:\S.*: )?is not a (\S+) file"),
        ("upload_gone", r"upload the picture again"),
        ("no_content_file", r"no file of the content has this name"),
        ("text_or_picture", r"a text or a picture, not both"),
        ("each_file_once", r"Each file once, and one at least"),
        ("save_running", r"Another save is running\. Try again\."),
        ("content_closed", r"The content cannot be changed here\."),
        # Players
        ("nothing_stored", r"The site keeps nothing of this account\."),
        ("settle_first", r"First settle this:"),
        ("erase_donation", r"donation (\S+) can still be paid"),
        ("erase_dispute", r"donation (\S+) is disputed"),
        ("erase_payment", r"payment (\S+) does not match its donation and holds money"),
        ("erase_delivery", r"delivery (\S+) is under way"),
        ("erase_frozen", r"coins of a disputed payment are frozen"),
        ("erase_block", r"the account is blocked on the site"),
        ("erase_break", r"the player's own break has not ended"),
        ("erase_anchor", r"the rows of (\S+) are not those of its anchor, see gateway ledger check"),
        ("no_email_column", r"The accounts of this game have no email column\."),
        ("search_paced", r"The last search was a moment ago\."),
        ("amount_missing", r"Amount is required"),
        ("text_missing", r"Text is required"),
        ("wallet_short", r"The wallet has fewer coins than that\."),
        ("not_blocked", r"The account is not blocked\."),
        ("no_factor", r"The account has no second factor\."),
        ("not_frozen", r"The account is not frozen\."),
        ("delivery_cancelled", rf"{_DELIVERY} was cancelled {_MOMENT}: its coins are in the wallet"),
        ("delivery_unclaimed", rf"{_DELIVERY} has not been claimed, .*"),
        ("delivery_delivered", rf"{_DELIVERY} was delivered {_MOMENT}: its coins are in the game"),
        ("delivery_done", rf"{_DELIVERY} has been (?:delivered|cancelled) since {_MOMENT}; nothing changed"),
        ("delivery_confirmed", rf"{_DELIVERY} is delivered"),
        ("delivery_given", rf"{_DELIVERY} was taken by the game {_MOMENT} and waits for the game's next save; .*"),
        ("delivery_handed", rf"{_DELIVERY} has been in the game's own table since {_MOMENT}, .*"),
        ("delivery_claimed", rf"{_DELIVERY} was claimed (\d+) seconds ago, .* stuck after (\d+) seconds; .*"),
        ("delivery_released", rf"{_DELIVERY} is cancelled, and its coins are in the wallet"),
        ("delivery_repaid", rf"{_DELIVERY} is cancelled, and .* wallet; ([\d,]+) of them repaid the debt"),
        ("delivery_unknown", r"no delivery (\d+)"),
        # Money
        ("payments_off", r"Payments are off\."),
        ("no_payment", r"That is not the number of a payment"),
        ("refund_much", r"Cannot refund ([\d.,]+), ([\d.,]+) are left\."),
        ("refund_pending", r"An earlier request for ([\d.,]+) has an unknown outcome; .*"),
        ("refund_refused", r"The provider refused the refund\. Nothing was refunded\."),
        ("refund_unreachable", r"The provider cannot be reached\. Nothing was refunded\."),
        ("refund_unknown", r"The outcome of the refund is unknown\. Repeat it; it is made once\."),
        ("period", r"Choose 1 to (\d+) days"),
        ("reconciled_moved", r"(\d+) reconciled, coins posted"),
        ("reconciled_unchanged", r"(\d+) reconciled, nothing to post"),
        ("reconciled_outdated", r"(\d+) a newer state is recorded"),
        ("reconciled_mismatched", r"(\d+) does not match its donation, see the log"),
        ("reconciled_foreign", r"(\d+) not of this site"),
        ("reconciled_unpaid", r"(\d+) without a payment"),
        ("reconciled_deferred", r"(\d+) not finished, see the log"),
        ("reconciled_none", r"nothing to do"),
        ("due_webhooks", r"(\d+) payments with webhooks"),
        ("due_pending", r"(\d+) pending donations"),
        ("due_finished", r"(\d+) finished donations"),
        # Competitions and codes
        ("competition_unknown", r"There is no competition \d+\."),
        ("competition_closed", r"Competition \d+ is closed already\."),
        ("competition_settled", r"Competition \d+ has prizes that are settled; nothing was changed\."),
        ("competition_not_final", r"Competition \d+ is \w+: prizes are paid from 24 hours after its last day on\."),
        ("title_missing", r"Title is required"),
        ("title_long", r"Title must have at most (\d+) characters"),
        ("day_over", r"(\S+) is over"),
        ("within_year", r"Must be within a year"),
        ("competition_days", r"A competition has 1 to (\d+) days"),
        ("levels", r"The highest level is below the lowest one"),
        ("class_unknown", r"There is no such class in Interlude"),
        ("prizes", r"Expected at most (\d+) prizes of 1 to (\d+) coins"),
        ("name_missing", r"Name is required"),
        ("name_long", r"Name must have at most (\d+) characters"),
        ("campaign_end", r"The end must be in the future and after the beginning"),
        ("word", r"Must be (\d+) to (\d+) letters and digits, of a promo code"),
        ("word_taken", r"A campaign has this code already\."),
        ("codes_made", r"The codes were made before, and are shown once\."),
        ("campaign_unknown", r"There is no such campaign\."),
        ("campaign_closed", r"The campaign is closed already\."),
        ("campaign_coins", r"([\d,]+) coins at most"),
        ("campaign_held", r"([\d,]+) coins at most; another operator has to release them"),
        ("coins_held", r"Above your daily sum: another operator has to release it\."),
        ("coins_own", r"Another operator has to release coins that you made; an owner can after 24 hours\."),
        ("coins_decided", r"Another operator has decided on these coins\."),
        ("coins_none", r"No coins wait under this number\."),
        ("address_https", r"a new address is https, without a user name: (.*)"),
        ("name_hidden", r"a name has characters that cannot be shown: (.*)"),
        ("unreadable", r"cannot be read: (.*)"),
        ("not_decoded", r"cannot be decoded now: (.*)"),
        ("nested_deeply", r"is nested too deeply"),
        ("picture_pixels", r"has ([\d,]+ × [\d,]+) pixels; the limit is ([\d,]+ × [\d,]+)"),
        ("picture_unreadable", r"cannot be read as a PNG, JPEG, WebP or AVIF picture within (\d+) MB"),
        ("picture_slow", r"takes longer than (\d+) s to decode"),
        ("coins_paid", r"([\d,]+) coins in all"),
        ("prizes_settled", r"All prizes are settled; nothing was changed\."),
        ("coin_limit", r"Your role may not put so many coins into codes in one day\."),
        # All pages
        ("daily_limit", r"You have made as many of these changes today as your role may\."),
        ("reason_missing", r"Reason is required"),
        ("zone", r"A time has a zone"),
        ("over", r"That is over already"),
        ("one_line", r"One line of text is required"),
        ("not_signed", r"Your sign-in data is not signed: `gateway operator sign`\."),
        ("own_role", r"Another owner changes your own role and access\."),
        ("has_app", r"You have an authenticator app\. An owner can reset your factors\."),
        ("code_wrong", r"That code is not right"),
        ("code_used", r"That code was already used\. Wait for the next one"),
        ("alerts_off", r"Alerts are off"),
        ("alert_sent", r"The message is sent within seconds\."),
        ("doctor_running", r"The doctor is running already\."),
        ("doctor_silent", r"The doctor gave no answer\."),
        ("not_written", r"The folder cannot be written.*"),
    )
]
_LIST: Final = "First settle this: "
"""Begins a list; a sentence of its own."""


@lru_cache(maxsize=256)
def message_codes(text: str) -> tuple[MessageCode, ...]:
    """Returns the codes of a sentence, or of the parts of a list; none if one is not known."""
    if code := _code(text):
        return (code,)
    codes = [_code(part) for part in text.replace(_LIST, f"{_LIST.strip()}; ", 1).removesuffix(".").split("; ")]
    return tuple(code for code in codes if code) if all(codes) else ()


def _code(text: str) -> MessageCode | None:
    for pattern, code in _CODES:
        if match := pattern.fullmatch(text):
            return MessageCode(code, match.groups())
    return None
