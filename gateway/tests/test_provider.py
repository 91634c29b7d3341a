"""The stand-in for the payment provider speaks as the provider's documents do, and breaks when it is told to."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx
import pytest

from fixtures.provider import Provider
from fixtures.provider.payments import OUTCOMES, Books

SHOP = "https://play.example/player?tab=donations"
ASKED: dict[str, Any] = {
    "items": [{"id": "coins", "title": "57 coins", "quantity": 1, "currency_id": "ARS", "unit_price": 5000}],
    "external_reference": "5f3c9c1e-0000-4000-8000-000000000001",
    "back_urls": {word: f"{SHOP}&status={word}" for word in ("success", "failure", "pending")},
    "auto_return": "approved",
}


@pytest.fixture(scope="module")
def provider() -> Generator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture
async def http(provider: Provider) -> AsyncGenerator[httpx.AsyncClient]:
    """A shop with the right token; no fault is left behind."""
    headers = {"Authorization": f"Bearer {provider.token}"}
    async with httpx.AsyncClient(base_url=provider.url, headers=headers, timeout=10) as http:
        yield http
        await fault(http, "none")


class Ears:
    """Where the provider's notices arrive: what came, and how it is answered."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.answer = 200
        self.url = ""
        self._news = asyncio.Condition()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        writer.write(f"HTTP/1.1 {self.answer} Said\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        async with self._news:
            self.heard.append((head[0].split()[1], headers, body))
            self._news.notify_all()

    async def wait(self, count: int) -> None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: len(self.heard) >= count)


@asynccontextmanager
async def listening() -> AsyncGenerator[Ears]:
    ears = Ears()
    server = await asyncio.start_server(ears.take, "127.0.0.1", 0)
    ears.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/webhook?source_news=webhooks"
    async with server:
        yield ears


async def opened(http: httpx.AsyncClient, **more: Any) -> dict[str, Any]:
    answer = await http.post("/checkout/preferences", json={**ASKED, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def chosen(http: httpx.AsyncClient, preference: dict[str, Any], outcome: str) -> dict[str, str]:
    """What the address of the return says."""
    answer = await http.post(preference["init_point"], data={"outcome": outcome}, headers={"Authorization": ""})
    assert answer.status_code == 303, answer.text
    return dict(parse_qsl(urlsplit(answer.headers["location"]).query))


async def paid(http: httpx.AsyncClient, **more: Any) -> int:
    return int((await chosen(http, await opened(http, **more), "approved"))["payment_id"])


async def fault(http: httpx.AsyncClient, mode: str) -> None:
    assert (await http.post("/_control/faults", json={"mode": mode})).status_code == 200


async def test_a_preference_names_its_checkout_page(http: httpx.AsyncClient, provider: Provider) -> None:
    preference = await opened(http)
    assert preference["init_point"].startswith(f"{provider.url}/checkout/")
    assert (preference["site_id"], preference["external_reference"]) == ("MLA", ASKED["external_reference"])
    page = await http.get(preference["init_point"], headers={"Authorization": ""})
    assert page.status_code == 200
    assert "no money moves" in page.text
    assert all(f'name="outcome" value="{outcome}"' in page.text for outcome in OUTCOMES)
    assert "$\u00a05.000,00 ARS" in page.text
    another = await http.get("/checkout/v1/redirect?pref_id=another")
    assert (another.status_code, "no such checkout" in another.text) == (404, True)
    assert (await http.post("/checkout/v1/redirect?pref_id=another", data={"outcome": "approved"})).status_code == 404
    assert (await http.post(preference["init_point"], data={"outcome": "stolen"})).status_code == 400


async def test_what_the_shop_says_is_shown_as_text(http: httpx.AsyncClient) -> None:
    item = ASKED["items"][0] | {"title": "<script>alert(1)</script>"}
    preference = await opened(http, items=[item])
    page = (await http.get(preference["init_point"])).text
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"items": []},
        {"items": [{"title": "x", "quantity": 0, "currency_id": "ARS", "unit_price": 5000}]},
        {"items": [{"title": "x", "quantity": 1, "currency_id": "ARS", "unit_price": "5000"}]},
        {"external_reference": "a b"},
        {"external_reference": "x" * 65},
        {"back_urls": {}},
        {"notification_url": "https://play.example/" + "x" * 248},
        {"notification_url": "play.example"},
    ],
)
async def test_what_the_provider_does_not_take(http: httpx.AsyncClient, wrong: dict[str, Any]) -> None:
    answer = await http.post("/checkout/preferences", json={**ASKED, **wrong})
    assert answer.status_code == 400
    assert {"message", "error", "status", "cause"} <= answer.json().keys()


async def test_a_wrong_token_opens_nothing(http: httpx.AsyncClient) -> None:
    for verb, path in (
        ("POST", "/checkout/preferences"),
        ("GET", "/v1/payments/1"),
        ("GET", "/v1/payments/search"),
        ("POST", "/v1/payments/1/refunds"),
    ):
        answer = await http.request(verb, path, headers={"Authorization": "Bearer another"})
        assert answer.status_code == 401


@pytest.mark.parametrize(
    ("outcome", "status", "back"),
    [
        ("approved", "approved", "success"),
        ("rejected", "rejected", "failure"),
        ("pending", "pending", "pending"),
        ("cancelled", "cancelled", "failure"),
    ],
)
async def test_each_outcome_leads_back(http: httpx.AsyncClient, outcome: str, status: str, back: str) -> None:
    preference = await opened(http)
    answer = await http.post(preference["init_point"], data={"outcome": outcome})
    said = parse_qs(urlsplit(answer.headers["location"]).query)
    assert said["status"] == [back, status]  # the shop's own first, then the provider's
    assert said["external_reference"] == [ASKED["external_reference"]]
    payment = (await http.get(f"/v1/payments/{said['payment_id'][0]}")).json()
    assert (payment["status"], payment["date_approved"] is None) == (status, status != "approved")
    assert (payment["currency_id"], payment["transaction_amount"]) == ("ARS", 5000)


async def test_a_choice_may_be_repeated_and_search_finds_every_payment(http: httpx.AsyncClient) -> None:
    preference = await opened(http, external_reference="twice")
    first, second = [int((await chosen(http, preference, word))["payment_id"]) for word in ("rejected", "approved")]
    found = (await http.get("/v1/payments/search", params={"external_reference": "twice"})).json()
    assert [each["id"] for each in found["results"]] == [second, first]
    assert found["paging"]["total"] == 2
    page = await http.get("/v1/payments/search", params={"external_reference": "twice", "limit": 1, "offset": 1})
    assert [each["id"] for each in page.json()["results"]] == [first]


async def test_a_notice_is_signed(http: httpx.AsyncClient, provider: Provider) -> None:
    async with listening() as ears:
        payment = await paid(http, notification_url=ears.url)
        await ears.wait(1)
    target, headers, _ = ears.heard[0]
    query = dict(parse_qsl(urlsplit(target).query))
    assert query == {"source_news": "webhooks", "data.id": str(payment), "type": "payment"}
    stamp, code = (part.partition("=")[2] for part in headers["x-signature"].split(","))
    manifest = f"id:{payment};request-id:{headers['x-request-id']};ts:{stamp};"
    assert code == hmac.new(provider.secret.encode(), manifest.encode(), hashlib.sha256).hexdigest()


async def test_what_is_not_heard_is_sent_again_as_the_same_notice(http: httpx.AsyncClient) -> None:
    async with listening() as ears:
        ears.answer = 500
        await paid(http, notification_url=ears.url)
        await ears.wait(2)
        ears.answer = 200
        await ears.wait(3)
    assert len({body for _, _, body in ears.heard}) == 1
    assert len({headers["x-request-id"] for _, headers, _ in ears.heard}) == len(ears.heard)


async def test_a_payment_can_be_turned_silently_or_aloud(http: httpx.AsyncClient) -> None:
    async with listening() as ears:
        payment = await paid(http, notification_url=ears.url)
        await ears.wait(1)
        before = (await http.get(f"/v1/payments/{payment}")).json()
        turned = await http.post(f"/_control/payments/{payment}", json={"status": "refunded", "silent": True})
        assert turned.json()["transaction_amount_refunded"] == 5000
        assert turned.json()["date_last_updated"] > before["date_last_updated"]
        await http.post(f"/_control/payments/{payment}/notify", json={"times": 2})
        await ears.wait(3)
    assert [b"payment.created" in body for _, _, body in ears.heard] == [True, False, False]


async def test_refunds_in_parts_and_whole(http: httpx.AsyncClient) -> None:
    payment = await paid(http)
    path, one, two = f"/v1/payments/{payment}/refunds", {"X-Idempotency-Key": "one"}, {"X-Idempotency-Key": "two"}
    assert (await http.post(path, json={"amount": 1500})).status_code == 400  # without a key
    first = await http.post(path, json={"amount": 1500}, headers=one)
    again = await http.post(path, json={"amount": 1500}, headers=one)
    assert (first.status_code, first.json()) == (again.status_code, again.json()) == (201, first.json())
    part = (await http.get(f"/v1/payments/{payment}")).json()
    assert (part["status_detail"], part["transaction_amount_refunded"]) == ("partially_refunded", 1500)
    assert (await http.post(path, json={"amount": 9000}, headers=two)).status_code == 400
    assert (await http.post(path, headers=two)).json()["amount"] == 3500
    assert (await http.get(f"/v1/payments/{payment}")).json()["status"] == "refunded"


async def test_faults_are_switched_on_and_off(http: httpx.AsyncClient) -> None:
    await fault(http, "http_500")
    assert (await http.get("/v1/payments/search")).status_code == 500
    await fault(http, "http_429")
    busy = await http.get("/v1/payments/search")
    assert (busy.status_code, busy.headers["retry-after"]) == (429, "1")
    await fault(http, "slow")
    with pytest.raises(httpx.ReadTimeout):
        await http.get("/v1/payments/search", timeout=0.2)
    await fault(http, "timeout")
    with pytest.raises(httpx.ReadTimeout):
        await http.get("/v1/payments/search", timeout=0.2)
    await fault(http, "none")
    assert (await http.get("/v1/payments/search")).status_code == 200
    assert (await http.post("/_control/faults", json={"mode": "thunder"})).status_code == 400


async def test_notices_are_dropped_or_doubled(http: httpx.AsyncClient) -> None:
    async with listening() as ears:
        await fault(http, "drop_notices")
        lost = await paid(http, notification_url=ears.url)
        await fault(http, "duplicate")
        doubled = await paid(http, notification_url=ears.url)
        await ears.wait(3)
    told = [dict(parse_qsl(urlsplit(target).query))["data.id"] for target, _, _ in ears.heard]
    assert told == [str(doubled)] * 3
    assert str(lost) not in told


async def test_what_was_paid_outlives_a_restart(tmp_path: Path) -> None:
    seen: list[int] = []
    for _ in range(2):
        with Provider(state=tmp_path / "provider.json") as provider:
            headers = {"Authorization": f"Bearer {provider.token}"}
            async with httpx.AsyncClient(base_url=provider.url, headers=headers, timeout=10) as http:
                for known in seen:
                    assert (await http.get(f"/v1/payments/{known}")).json()["status"] == "approved"
                seen.append(await paid(http))
    assert seen[0] < seen[1]


def test_an_id_is_given_once_also_where_the_books_were_lost() -> None:
    """A ledger knows a payment by its id for ever."""
    first = Books("")
    ids = [int(first.pay(ASKED, "approved")["id"]) for _ in range(2)]
    time.sleep(0.003)  # less than any process needs to start
    ids.append(int(Books("").pay(ASKED, "approved")["id"]))
    assert ids == sorted(set(ids))


async def test_payments_of_an_earlier_time_are_remembered_and_never_written_over(http: httpx.AsyncClient) -> None:
    payment = await paid(http)
    known = (await http.get(f"/v1/payments/{payment}")).json()
    old = known | {"id": 77, "status": "pending", "date_created": "2026-01-01T12:00:00.000-03:00"}
    told = {"data": [old, known | {"status": "rejected"}]}
    assert (await http.post("/_control/payments", json=told)).json() == {"remembered": 1}
    assert (await http.get("/v1/payments/77")).json() == old
    assert (await http.get(f"/v1/payments/{payment}")).json() == known
    assert (await http.get("/_control/payments")).json()["data"][0]["id"] == 77  # the oldest
