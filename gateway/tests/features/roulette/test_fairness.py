"""Tests of the draw: published vectors, unbiased frequencies, and the documented verification code."""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.config.money import RouletteSettings
from gateway.features.roulette.fairness import (
    RANGE,
    block,
    decide,
    draw,
    hash_of,
    is_client_seed,
    numbers,
)
from gateway.features.roulette.wheel import parse
from gateway.tests.support.paths import DOCS

ZEROS = "0" * 64
WEIGHTS = (5000, 3000, 1500, 450, 49, 1)
DRAWS = 200_000
# Upper 1 % points of the chi-square distribution, by degrees of freedom.
ONE_PERCENT = {1: 6.635, 5: 15.086, 11: 24.725}

weight_lists = st.lists(st.integers(0, 10**9), min_size=1, max_size=12).filter(any)
server_seeds = st.text("0123456789abcdef", min_size=64, max_size=64)
client_seeds = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)


def test_draw_matches_the_published_vectors() -> None:
    assert hash_of(ZEROS) == "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
    first = block(ZEROS, "client", 0, 0)
    assert first.hex() == "fe7c1367538d6ccf4d0be430bde1079389741a0e1ce752a5e8c7ae7321d1d6ec"
    assert [draw(ZEROS, "client", nonce, WEIGHTS).position for nonce in range(10)] == [0, 2, 1, 0, 2, 0, 1, 0, 0, 0]


def test_numbers_read_blocks_big_endian() -> None:
    drawn_numbers = numbers(ZEROS, "client", 7)
    read_bytes = b"".join(next(drawn_numbers).to_bytes(8, "big") for _ in range(12))
    assert read_bytes == b"".join(block(ZEROS, "client", 7, r) for r in range(3))


def test_block_uses_the_text_of_the_seed_as_key() -> None:
    """Other schemes use its bytes."""
    raw = hmac.new(bytes.fromhex(ZEROS), b"client:0:0", hashlib.sha256).digest()
    assert block(ZEROS, "client", 0, 0) != raw


def distance(positions: Iterable[int], weights: Sequence[int]) -> float:
    """Returns the chi-square statistic of the slots' frequencies."""
    counts = Counter(positions)
    expected = [counts.total() * weight / sum(weights) for weight in weights]
    return sum((counts[slot] - mean) ** 2 / mean for slot, mean in enumerate(expected))


def test_draw_frequencies_match_the_weights() -> None:
    draws = [draw(ZEROS, "client", nonce, WEIGHTS) for nonce in range(DRAWS)]
    counts = Counter(result.position for result in draws)
    assert [counts[slot] for slot in range(6)] == [100280, 59957, 29866, 8948, 929, 20]
    assert distance(counts.elements(), WEIGHTS) < ONE_PERCENT[5]
    default = parse(RouletteSettings().slots).weights
    assert distance((decide(iter([result.number]), default).position for result in draws), default) < ONE_PERCENT[11]


def test_chi_square_detects_a_biased_draw() -> None:
    """On numbers of 16 bits without rejection, whose remainder favours the first slots."""
    weights = (5536, 4464)
    short = (next(numbers(ZEROS, "client", nonce)) % 65536 % 10_000 for nonce in range(20_000))
    assert distance((decide(iter([number]), weights).position for number in short), weights) > ONE_PERCENT[1]


def test_decide_rejects_numbers_above_the_limit() -> None:
    weights = (RANGE // 2 + 1, RANGE // 4)
    total = sum(weights)  # one multiple of it fits, so a quarter of all numbers is too high
    result = decide(iter((total, RANGE - 1, total - 1)), weights)
    assert (result.rejected_count, result.point, result.position) == (2, total - 1, 1)
    assert decide(iter([0]), weights).position == 0
    with pytest.raises(AssertionError):
        decide(iter([total]), weights)


@given(server_seeds, client_seeds, st.integers(0, 2**40), weight_lists)
def test_draw_is_deterministic(server: str, client: str, nonce: int, weights: list[int]) -> None:
    result = draw(server, client, nonce, weights)
    assert result == draw(server, client, nonce, weights)
    assert weights[result.position] > 0, "a slot without weight is never drawn"
    slot_start = sum(weights[: result.position])
    assert slot_start <= result.point < slot_start + weights[result.position]
    assert result.number < RANGE // sum(weights) * sum(weights)
    assert result.number % sum(weights) == result.point


@settings(max_examples=25)
@given(server_seeds, server_seeds, client_seeds, client_seeds)
def test_draw_depends_on_every_input(
    first_server: str, second_server: str, first_client: str, second_client: str
) -> None:
    """Sixteen spins of a thousand slots: two sequences are not equal by chance."""
    weights = [1] * 1000

    def spins(server: str, seed: str, begin: int = 0) -> list[int]:
        return [draw(server, seed, nonce, weights).position for nonce in range(begin, begin + 16)]

    assert (spins(first_server, first_client) == spins(second_server, first_client)) == (first_server == second_server)
    assert (spins(first_server, first_client) == spins(first_server, second_client)) == (first_client == second_client)
    assert spins(first_server, first_client) != spins(first_server, first_client, 1)


def test_documented_code_draws_the_same() -> None:
    """The code that the document gives to players against ours."""
    text = (DOCS / "players" / "roulette.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    namespace: dict[str, Any] = {}
    exec(compile(lines, "roulette.md", "exec"), namespace)
    assert hash_of(ZEROS) in text
    for nonce in range(2000):
        seed, client = hash_of(str(nonce)), f"player-{nonce % 7}"
        for weights in (WEIGHTS, parse(RouletteSettings().slots).weights, (RANGE // 2 + 1, RANGE // 4)):
            assert namespace["slot"](seed, client, nonce, weights) == draw(seed, client, nonce, weights).position


@pytest.mark.parametrize("weights", [[], [0], [0, 0], [-1, 3], [RANGE, 1]])
def test_decide_without_valid_weights_raises(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weights"):
        decide(iter([1]), weights)


def test_seed_formats_are_validated() -> None:
    assert all(is_client_seed(text) for text in ("a", "moon-over_giran", "9" * 64))
    assert not any(is_client_seed(text) for text in ("", "a" * 65, "a b", "a:b", "ñ", "a\n", "٣"))
