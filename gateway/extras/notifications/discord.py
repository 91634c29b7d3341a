"""Discord webhooks: the only client of Discord. Reports of kills and sieges, and one message edited in place.

The address of a webhook is a secret: it is in the settings alone, and no log, error or table has it. Names of players
are untrusted: their markdown is escaped, and no message mentions a user.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from gateway.extras.notifications.texts import sentence
from gateway.extras.notifications.webhook_address import read_webhook
from gateway.extras.world.schemas import PublicEvent
from gateway.extras.world_events import EventKind
from gateway.features.messages import Attempt
from gateway.http.trusted_certificates import trusted_certificates

CHANNEL: Final = "discord"
ORIGIN: Final = "https://discord.com"
TIMEOUT_SECONDS: Final = 10
_RETRY_SECONDS: Final = 60
_MAX_WAIT_SECONDS: Final = 3600
_TITLE: Final = 256
_UNKNOWN_MESSAGE: Final = 10008
_MEANINGS: Final = {
    10003: "no such channel or thread: is thread_id right?",
    10015: "no such webhook",
    50027: "the token of the webhook is wrong",
    50083: "the thread is archived",
    220001: "the channel is a forum: add ?thread_id= with the id of one of its posts to the webhook's address",
    220003: "the channel is no forum: leave ?thread_id= out",
}
"""Discord's error codes."""
_COLOUR: Final = 0xD6B36A
_MARKDOWN: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~:@])")

KINDS: Final[tuple[EventKind, ...]] = ("boss_killed", "siege_started", "siege_ended")


class _Answer(msgspec.Struct, frozen=True):
    """The fields of Discord's answers that are used, a message's or an error's."""

    id: str = ""
    code: int = 0
    retry_after: float = 0


class MessageGone(Exception):  # noqa: N818 - the state of a message
    """The message to edit was deleted in Discord."""


def escape(text: str) -> str:
    """Escapes Discord's markdown, mentions and links in game text."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


class DiscordWebhooks:
    """Opens connections on the first call. `origin` differs in tests alone."""

    def __init__(self, addresses: Sequence[str], public_url: str, language: str, origin: str = ORIGIN) -> None:
        # Imported here: without a webhook the service does not load the library.
        import httpx

        webhooks = {webhook.id: webhook for webhook in map(read_webhook, addresses)}
        self._paths = {key: f"/api/webhooks/{key}/{webhook.token}" for key, webhook in webhooks.items()}
        self._threads = {key: {"thread_id": webhook.thread} for key, webhook in webhooks.items() if webhook.thread}
        self._public_url, self._language = public_url, language
        self.targets: Sequence[str] = list(self._paths)
        self._client = httpx.AsyncClient(
            base_url=origin,
            verify=trusted_certificates(),
            timeout=TIMEOUT_SECONDS,
            follow_redirects=False,
            trust_env=False,
        )

    async def send(self, target: str, event: PublicEvent) -> Attempt:
        embed: dict[str, Any] = {
            "title": escape(sentence(event, self._language))[:_TITLE],
            "timestamp": event.at.isoformat(),
            "color": _COLOUR,
        }
        if self._public_url and event.report:
            embed["url"] = self._public_url + event.report
        return await self._call("POST", self._paths[target], embed, self._threads.get(target))

    async def post(self, target: str, embed: dict[str, Any]) -> Attempt:
        return await self._call("POST", self._paths[target], embed, {"wait": "true", **self._threads.get(target, {})})

    async def edit_board(self, target: str, message: str, embed: dict[str, Any]) -> Attempt:
        """An edit may be repeated. Raises MessageGone."""
        return await self._call("PATCH", f"{self._paths[target]}/messages/{message}", embed, self._threads.get(target))

    async def exists(self, target: str) -> Attempt:
        """Asks Discord for the webhook, without a message."""
        return await self._call("GET", self._paths[target], None)

    async def close(self) -> None:
        await self._client.aclose()

    async def _call(
        self, verb: str, path: str, embed: dict[str, Any] | None, query: Mapping[str, str] | None = None
    ) -> Attempt:
        import httpx

        body: dict[str, Any] | None = {"embeds": [embed], "allowed_mentions": {"parse": []}} if embed else None
        try:
            response = await self._client.request(verb, path, json=body, params=query)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            return Attempt("postponed", _RETRY_SECONDS, type(error).__name__)
        except httpx.HTTPError as error:
            return Attempt("unknown", reason=type(error).__name__)
        answer = _decode(response.content)
        if response.status_code == 404 and answer.code == _UNKNOWN_MESSAGE:
            raise MessageGone
        return _attempt(response.status_code, response.headers, answer)


def _decode(raw: bytes) -> _Answer:
    try:
        return msgspec.json.decode(raw, type=_Answer)
    except msgspec.MsgspecError:
        return _Answer()


def _attempt(status: int, headers: Mapping[str, str], answer: _Answer) -> Attempt:
    match status:
        case 200 | 204:
            return Attempt("sent", _pause(headers), message_id=answer.id)
        case 401 | 404:
            return Attempt("gone", _MAX_WAIT_SECONDS, _reason(status, answer))
        case 429:
            seconds = max(answer.retry_after, _number(headers.get("Retry-After")), 1)
            return Attempt("postponed", min(seconds, _MAX_WAIT_SECONDS), str(status))
        case _:
            return Attempt("refused" if 400 <= status < 500 else "unknown", reason=_reason(status, answer))


def _reason(status: int, answer: _Answer) -> str:
    """Returns the status and Discord's own code with its meaning, for the log."""
    if not answer.code:
        return str(status)
    meaning = _MEANINGS.get(answer.code, "")
    return f"{status}, Discord's code {answer.code}{f': {meaning}' if meaning else ''}"


def _pause(headers: Mapping[str, str]) -> float:
    """Returns the seconds until the next message, once the limit of the channel is used up."""
    if headers.get("X-RateLimit-Remaining") != "0":
        return 0
    return min(_number(headers.get("X-RateLimit-Reset-After")), _MAX_WAIT_SECONDS)


def _number(text: str | None) -> float:
    return float(text) if text and re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text) else 0
