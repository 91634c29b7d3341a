"""Answers of the public and player routes for one world, and the differences between two families."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, cast

import httpx

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.tests.support.account_app import ACCESS, bearer, log_in, register, token_of
from gateway.tests.support.polling import wait_for_answer

Answers = dict[str, Any]
"""Request → status and body."""
AccountRequest = tuple[str, str, Mapping[str, str]]
"""Account, path and headers of a request."""

PERSONAL: Final = (
    *("/api/auth/profile", "/api/player/profile", "/api/player/characters", "/api/player/balances"),
    *("/api/player/coins", "/api/player/deliveries", "/api/player/progression-data", "/api/player/pvp-performance"),
    *("/api/player/security-logs", "/api/donations/characters"),
)
RANKINGS: Final[Sequence[Mapping[str, str | int]]] = (
    {"page_size": 100},
    {"page": 2, "page_size": 20},
    {"page": 99},
    *({"race": race, "page_size": 100} for race in range(5)),
    {"class_id": 88},
    {"min_level": 40, "max_level": 76, "page_size": 50},
    {"online_only": "true"},
    *({"search_name": part} for part in ("a", "EL", "Aurelion", "%", "_", "<b>", "ый")),
    {"search_name": "a", "race": 1, "min_level": 20, "online_only": "true"},
)
# Until an hour from now, by the family's own means; the others know no ban that ends by itself.
BANS: Final[dict[str, str]] = {
    "mobius": "INSERT INTO account_data VALUES ('{login}', 'ban_temp', '{until}000')",
    "mobius_ct0": "INSERT INTO punishments (`key`, affect, type, expiration, reason, punishedBy) "
    "VALUES ('{login}', 'ACCOUNT', 'BAN', {until}000, 'bots', 'Overseer')",
    "lucera": "UPDATE accounts SET ban_expire = {until} WHERE login = '{login}'",
}
CONCURRENT: Final = 30
"""Fewer than the service refuses."""
JUST_NOW: Final = "just now"
CHANGING_FIELDS: Final = {"token", "request_id"}
SAMPLED_FIELDS: Final = {"history", "peak_players", "peak_at"}
"""Figures of the world that exist only after the first sample of the minute."""
OF_HISTORY: Final = {"/api/player/progression-data", "/api/player/pvp-performance"}
"""Their days come from the snapshots, which the rankings compare, and are recorded at a moment of the service."""


async def public_answers(http: httpx.AsyncClient) -> Answers:
    for path in ("/health/ready", "/api/rankings/pvp", "/api/server/stats"):
        await wait_for_answer(http, path)
    paths: list[tuple[str, Mapping[str, str | int]]] = [
        (path, {}) for path in ("/api/server/stats", "/api/server/status", "/api/server/info")
    ]
    paths += [(f"/api/rankings/{kind}", query) for kind in ("pvp", "pk") for query in RANKINGS]
    answers = {f"{path} {dict(query)}": _status_and_body(await http.get(path, params=query)) for path, query in paths}
    figures = answers["/api/server/stats {}"]
    figures["body"] = {name: value for name, value in figures["body"].items() if name not in SAMPLED_FIELDS}
    return answers


async def prepare(game_world: World, logins: Sequence[str]) -> None:
    """Sets the known password of these accounts, and adds coins to each."""
    names = ", ".join(f"'{login}'" for login in logins)
    known_row = "(SELECT password FROM accounts WHERE login = 'demo') AS known"
    await execute(
        game_world.login_admin_dsn,
        f"UPDATE accounts, {known_row} SET accounts.password = known.password WHERE accounts.login IN ({names})",
    )
    coins = [
        "INSERT INTO wallets (account, kind, owner, balance, created_at) "
        f"VALUES ('wallet:{login}', 'wallet', '{login}', 500, 1)"
        for login in logins
    ]
    await execute(in_schema(game_world.admin_dsn, game_world.schemas.site), *coins)


async def personal_answers(http: httpx.AsyncClient, logins: Sequence[str]) -> Answers:
    """Requests of each account for itself and its characters, and a delivery to the first of them.

    All at once: where no index leads to the owner of items, those who ask together share one scan.
    """
    headers = {login: bearer(await token_of(http, login)) for login in logins}
    answers = await _get_all(http, [(login, path, headers[login]) for login in logins for path in PERSONAL])
    characters_by_login = {login: answers[f"{login} /api/player/characters"]["body"]["data"] for login in logins}
    details: list[AccountRequest] = [
        (login, f"/api/player/characters/{character['id']}{part}", headers[login])
        for login, characters in characters_by_login.items()
        for character in characters
        for part in ("", "/items")
    ]
    for login, characters in characters_by_login.items():
        form = {"character_id": characters[0]["id"], "amount": 30}
        key = headers[login] | {"Idempotency-Key": login}
        answers[f"{login} sends"] = _status_and_body(await http.post("/api/player/deliveries", json=form, headers=key))
    return answers | await _get_all(http, details)


async def sign_in_answers(http: httpx.AsyncClient, game_world: World) -> Answers:
    """Returns the answers from a registration to a ban, and those of refused logins."""
    answers: Answers = {}
    for name, password in (("banned", "demo1234"), ("demo", "wrong-one"), ("nobody77", "demo1234")):
        answers[f"{name} enters"] = _status_and_body(await log_in(http, name, password))
    answers["register"] = _status_and_body(await register(http, "newcomer"))
    answers["register again"] = _status_and_body(await register(http, "NewComer"))
    first_headers = bearer(await token_of(http, "NEWCOMER", "secret-77"))
    change = {"current_password": "secret-77", "new_password": "other-88"}
    password_response = await http.post("/api/auth/change-password", json=change, headers=first_headers)
    answers["changes the password"] = _status_and_body(password_response)
    second_headers = bearer(password_response.json()["token"])
    email_response = await http.post(
        "/api/auth/update-email", json={"new_email": "new@example.org"}, headers=second_headers
    )
    answers["changes the address"] = _status_and_body(email_response)
    answers["old password"] = _status_and_body(await log_in(http, "newcomer", "secret-77"))
    answers |= await _get_all(http, [("old token", "/api/auth/profile", first_headers)])
    answers |= await _get_all(http, [("newcomer", path, second_headers) for path in PERSONAL])
    await ban(game_world, "newcomer")
    answers["banned meanwhile"] = _status_and_body(await log_in(http, "newcomer", "other-88"))
    return answers


async def ban(game_world: World, login: str) -> None:
    """Bans the account by the family's own means."""
    level = f"UPDATE accounts SET {ACCESS[game_world.family]} = -100 WHERE login = '{{login}}'"
    statement = BANS.get(game_world.family, level).format(login=login, until=int(time.time()) + 3600)
    await execute(game_world.login_admin_dsn, statement)


async def _get_all(http: httpx.AsyncClient, requests: Sequence[AccountRequest]) -> Answers:
    turn = asyncio.Semaphore(CONCURRENT)

    async def get(item: AccountRequest) -> tuple[str, dict[str, Any]]:
        login, path, headers = item
        async with turn:
            return f"{login} {path}", _status_and_body(await http.get(path, headers=headers, timeout=60))

    return dict(await asyncio.gather(*map(get, requests)))


def _status_and_body(answer: httpx.Response) -> dict[str, Any]:
    body = _without_changing_values(answer.json())
    if str(answer.url.path) in OF_HISTORY:
        body.pop("history", None)
    return {"status": answer.status_code, "body": body}


def _without_changing_values(value: Any) -> Any:
    """Removes values that differ from one request to the next."""
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {name: _without_changing_values(item) for name, item in items if name not in CHANGING_FIELDS}
    if isinstance(value, list):
        return [_without_changing_values(item) for item in cast("list[Any]", value)]
    return JUST_NOW if isinstance(value, str) and _is_now(value) else value


def _is_now(text: str) -> bool:
    if len(text) < len("2025-01-01T00:00:00"):
        return False
    try:
        return abs(datetime.fromisoformat(text).timestamp() - time.time()) < 7200
    except ValueError:
        return False


class Difference:
    """`field`: where in the answer, without places in lists and the bodies they stand in: `stats.con`."""

    def __init__(self, request: str, field: str, left: Any, right: Any) -> None:
        self.request, self.field, self.left, self.right = request, field, left, right

    @property
    def group(self) -> str:
        """`stats` of `stats.con`."""
        return self.field.partition(".")[0]

    @property
    def of_silence(self) -> bool:
        """True if one of the two has no value, so that they do not contradict each other."""
        return self.left is None or self.right is None

    def __repr__(self) -> str:
        return f"{self.request}: {self.field} is {self.left!r:.300} there and {self.right!r:.300} here"


def differences(reference: Answers, answers: Answers) -> list[Difference]:
    assert reference.keys() == answers.keys(), reference.keys() ^ answers.keys()
    return [
        Difference(request, place.removeprefix("body.").removeprefix("data."), *pair)
        for request in reference
        for place, pair in _compare("", reference[request], answers[request])
    ]


def _compare(place: str, left: Any, right: Any) -> Iterator[tuple[str, tuple[Any, Any]]]:
    left_list, right_list = _as_list(left), _as_list(right)
    if isinstance(left, dict) and isinstance(right, dict):
        left_fields, right_fields = cast("dict[str, Any]", left), cast("dict[str, Any]", right)
        for name in left_fields.keys() | right_fields.keys():
            yield from _compare(f"{place}.{name}".lstrip("."), left_fields.get(name), right_fields.get(name))
    elif left_list is not None and right_list is not None and len(left_list) == len(right_list):
        for left_item, right_item in zip(left_list, right_list, strict=True):
            yield from _compare(place, left_item, right_item)
    elif left != right or type(cast("object", left)) is not type(cast("object", right)):
        yield place, (left, right)


def _as_list(value: Any) -> list[Any] | None:
    return cast("list[Any]", value) if isinstance(value, list) else None
