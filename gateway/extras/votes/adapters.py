"""The vote sites: their links, and the rules that read their answers and callbacks. Pure.

Hosts are fixed here. Written from public documents and code; none was verified with a real key. An answer is untrusted:
anything unexpected raises UnreadableAnswer. Times are compared only with times of the same answer.
"""

import hmac
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import HOUR

_FIELDS_MAX: Final = 32
_CALLBACK_VOTES_MAX: Final = 100
_CLOCK_STEP: Final = 60
"""Seconds by which the time of a vote may be after that of the answer."""

Fields = Mapping[str, str]
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class UnreadableAnswer(Exception):  # noqa: N818 - names the answer
    pass


class WrongKey(Exception):  # noqa: N818 - names the cause
    pass


class SiteAnswer(Struct, frozen=True):
    """`age_seconds`: from the vote to the answer; 0 if the site gives no time."""

    has_voted: bool
    age_seconds: int = 0


class ReportedVote(Struct, frozen=True):
    voter_id: str
    is_success: bool = True


class VoteSite(Struct, frozen=True, kw_only=True):
    """`link` and `path` are formats of `id`, `key`, `voter` and `address`."""

    name: str
    title: str
    origin: str
    link: str
    hours: int = 12


class CallbackSite(VoteSite, frozen=True, kw_only=True):
    """A site that reports votes. `sources`: addresses or host names that it reports from; empty: `key` proves it."""

    read: Callable[[str, bytes, str], list[ReportedVote]]
    sources: tuple[str, ...] = ()
    needs_key: bool = False


class AskedSite(VoteSite, frozen=True, kw_only=True):
    """A site that is asked for a vote. `ask_origin`: of its API."""

    ask_origin: str
    path: str
    read: Callable[[bytes], SiteAnswer]
    needs_address: bool = True
    needs_key: bool = True


def _fields(text: str) -> Fields:
    try:
        values = parse_qs(text, keep_blank_values=True, max_num_fields=_FIELDS_MAX)
    except ValueError:
        raise UnreadableAnswer("too many fields") from None
    if any(len(texts) > 1 for texts in values.values()):
        raise UnreadableAnswer("a field is repeated")
    return {name: texts[0] for name, texts in values.items()}


def _from_query(field: str) -> Callable[[str, bytes, str], list[ReportedVote]]:
    def read(query: str, _body: bytes, _key: str) -> list[ReportedVote]:
        if voter_id := _fields(query).get(field):
            return [ReportedVote(voter_id)]
        raise UnreadableAnswer(f"no field {field}")

    return read


class _GtopReport(Struct):
    pingbackkey: str
    common: list[list[dict[str, int | str]]] = msgspec.field(name="Common")


def read_gtop100(_query: str, body: bytes, key: str) -> list[ReportedVote]:
    """Reads the form, or the JSON with several votes. 0 is success. Raises WrongKey."""
    if body[:1] != b"{":
        fields = _fields(body.decode("utf-8", "replace"))
        _check_key(fields.get("pingbackkey", ""), key)
        return [ReportedVote(fields.get("pingUsername", ""), fields.get("Successful") == "0")]
    try:
        report = msgspec.json.decode(body, type=_GtopReport)
    except (msgspec.DecodeError, RecursionError):
        raise UnreadableAnswer("no report") from None
    _check_key(report.pingbackkey, key)
    votes = [{name: str(value) for part in vote for name, value in part.items()} for vote in report.common]
    return [ReportedVote(vote.get("pb_name", ""), vote.get("success") == "0") for vote in votes[:_CALLBACK_VOTES_MAX]]


def _check_key(text: str, key: str) -> None:
    if not hmac.compare_digest(text.encode(), key.encode()):
        raise WrongKey


def _json(raw: bytes) -> dict[str, Any]:
    try:
        return _decode(raw)
    except (msgspec.DecodeError, RecursionError, ValueError):
        raise UnreadableAnswer("no JSON object") from None


def _flag(value: object) -> bool:
    text = str(value).lower() if isinstance(value, bool | int | str) else ""
    if text in {"1", "true"}:
        return True
    if text in {"0", "-1", "false"}:
        return False
    raise UnreadableAnswer("no flag")


def _age(voted_at: object, now: object) -> int:
    """Returns the seconds between two times of one answer, both in seconds or both as dates of one zone."""
    age = _seconds(now) - _seconds(voted_at)
    if age < -_CLOCK_STEP:
        raise UnreadableAnswer("a vote of the future")
    return max(0, age)


def _seconds(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and len(value) <= 20:
        if value.isascii() and value.isdecimal():
            return int(value)
        try:
            return int((datetime.strptime(value, "%Y-%m-%d %H:%M:%S") - datetime(1970, 1, 1)).total_seconds())
        except ValueError:
            pass
    raise UnreadableAnswer("no time")


def _timed_answer(fields: dict[str, Any], flag: str, voted_at: str, now: str) -> SiteAnswer:
    if not _flag(fields.get(flag)):
        return SiteAnswer(has_voted=False)
    return SiteAnswer(has_voted=True, age_seconds=_age(fields.get(voted_at), fields.get(now)))


def read_hopzone_eu(raw: bytes) -> SiteAnswer:
    fields = _json(raw)
    if fields.get("error") != "OK":
        raise UnreadableAnswer("an error of the site")
    return _timed_answer(fields, "isVoted", "vote_time", "server_time")


def read_l2jbrasil(raw: bytes) -> SiteAnswer:
    try:
        [fields, *_] = msgspec.convert(_json(raw).get("vote"), list[dict[str, Any]])
    except ValueError:  # also msgspec's
        raise UnreadableAnswer("no vote") from None
    if not _flag(fields.get("status")):
        return SiteAnswer(has_voted=False)
    return SiteAnswer(has_voted=True, age_seconds=_age(0, _seconds(fields.get("hours_since_vote")) * HOUR))


def read_l2topzone(raw: bytes) -> SiteAnswer:
    """The vote stands in `result`; some documents show it at the top."""
    fields = _json(raw)
    if not _flag(fields.get("ok")):
        raise UnreadableAnswer("an error of the site")
    try:
        result = msgspec.convert(fields.get("result", fields), dict[str, Any])
    except msgspec.ValidationError:
        raise UnreadableAnswer("no result") from None
    return _timed_answer(result, "isVoted", "voteTime", "serverTime")


def read_itopz(raw: bytes) -> SiteAnswer:
    return _timed_answer(_json(raw), "isVoted", "voteTime", "serverTime")


def read_l2network(raw: bytes) -> SiteAnswer:
    """Bare text, without a time."""
    return SiteAnswer(_flag(raw[:16].decode("utf-8", "replace").strip()))


_ALL: Final[tuple[CallbackSite | AskedSite, ...]] = (
    CallbackSite(
        name="gtop100",
        title="GTop100",
        origin="https://gtop100.com",
        link="/topsites/{id}?vote=1&pingUsername={voter}",
        read=read_gtop100,
        needs_key=True,
    ),
    AskedSite(
        name="hopzone_eu",
        title="HopZone.eu",
        origin="https://hopzone.eu",
        link="/vote/{id}",
        ask_origin="https://api.hopzone.eu",
        path="/v1/?api_key={key}&ip={address}&type=json",
        read=read_hopzone_eu,
    ),
    AskedSite(
        name="l2jbrasil",
        title="Top L2JBrasil",
        origin="https://top.l2jbrasil.com",
        link="/index.php?a=in&u={id}&player_id={voter}",
        ask_origin="https://top.l2jbrasil.com",
        path="/votesystem/?hours=12&player_id={voter}&username={id}&type=json",
        read=read_l2jbrasil,
        needs_address=False,
        needs_key=False,
    ),
    CallbackSite(
        name="topg",
        title="TopG",
        origin="https://topg.org",
        link="/lineage2-private-servers/in-{id}-{voter}",
        read=_from_query("p_resp"),
        sources=("monitor.topg.org",),
    ),
    CallbackSite(
        name="top100arena",
        title="Top 100 Arena",
        origin="https://www.top100arena.com",
        link="/listing/{id}/vote?incentive={voter}",
        hours=24,
        read=_from_query("postback"),
        sources=("3.86.48.116",),
    ),
    CallbackSite(
        name="xtremetop100",
        title="XtremeTop100",
        origin="https://www.xtremetop100.com",
        link="/in.php?site={id}&postback={voter}",
        read=_from_query("custom"),
        sources=("199.59.160.122", "193.70.122.73"),
    ),
    AskedSite(
        name="l2topzone",
        title="L2TopZone",
        origin="https://l2topzone.com",
        link="/vote/id/{id}",
        ask_origin="https://api.l2topzone.com",
        path="/v1/vote?token={key}&ip={address}",
        read=read_l2topzone,
    ),
    AskedSite(
        name="itopz",
        title="iTopZ",
        origin="https://itopz.com",
        link="/info/{id}",
        ask_origin="https://itopz.com",
        path="/check/{key}/{id}/{address}",
        read=read_itopz,
    ),
    AskedSite(
        name="l2network",
        title="L2Network",
        origin="https://l2network.eu",
        link="/index.php?a=in&u={id}",
        ask_origin="https://l2network.eu",
        path="/index.php?a=in&u={id}&ipc={address}",
        read=read_l2network,
        needs_key=False,
    ),
)
ADAPTERS: Final = {site.name: site for site in _ALL}


def title_of(name: str) -> str:
    """Returns the title of a site; its name if the site is unknown here."""
    adapter = ADAPTERS.get(name)
    return adapter.title if adapter else name
