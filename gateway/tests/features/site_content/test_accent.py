"""The accent colour: WCAG's contrast, readable shades of every accepted colour, and the tokens that it replaces."""

import random
import re
from pathlib import Path

import pytest

from gateway.features.site_content import accent
from gateway.features.site_content.accent import contrast, mix, parse, problem, shades, style_sheet
from gateway.tests.support.paths import ROOT

GOLD = "#d4af6a"


def _tokens(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", css))


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#ffffff", 4.0),
        ("#0000ff", "#ffffff", 8.59),
        ("#000000", "#00ff00", 15.3),
    ],
)
def test_contrast_known_pairs_have_the_ratio_of_wcag(first: str, second: str, ratio: float) -> None:
    assert contrast(parse(first), parse(second)) == pytest.approx(ratio, abs=0.005)
    assert contrast(parse(second), parse(first)) == contrast(parse(first), parse(second))


def test_problem_dark_colour_names_the_ratio_and_a_lighter_shade_that_is_accepted() -> None:
    reason = problem("#7a1f1f")
    assert reason
    lowest = min(contrast(parse("#7a1f1f"), parse(ground)) for ground in accent.GROUNDS.values())
    assert float(str(reason.values["contrast"])) == pytest.approx(lowest, abs=0.01)
    assert problem(str(reason.values["shade"])) is None
    assert problem(GOLD) is problem("#ffffff") is None
    assert problem("#000000")


def test_shades_of_every_accepted_colour_are_readable() -> None:
    generator, accepted_colors = random.Random(1), 0
    for _ in range(2000):
        color = generator.randbytes(3)
        if problem(f"#{color.hex()}"):
            continue
        accepted_colors += 1
        color_shades = shades(parse(f"#{color.hex()}"))
        for shade in color_shades.values():
            assert contrast(shade, parse(accent.BUTTON_TEXT)) >= accent.MIN_CONTRAST, color.hex()
        for ground in accent.GROUNDS.values():
            wash = mix(parse(ground), color_shades["gold"], accent.TRANSPARENT["wash-strong"])
            assert contrast(color_shades["gold"], parse(ground)) >= accent.MIN_CONTRAST, color.hex()
            assert contrast(color_shades["gold-bright"], wash) >= accent.MIN_CONTRAST, color.hex()
    assert accepted_colors > 500


def test_style_sheet_replaces_every_token_of_the_page_that_is_gold() -> None:
    text = (Path(ROOT) / "ui/src/shared/styles/tokens.css").read_text(encoding="utf-8")
    page = _tokens(text)
    assert {name: page[name] for name in accent.GROUNDS} == accent.GROUNDS
    assert page["on-gold"] == accent.BUTTON_TEXT
    sheet = style_sheet(GOLD).decode()
    sheet_tokens = _tokens(sheet)
    transparent = {name: value for name, value in page.items() if value.startswith("rgb(212 175 106")}
    in_page, in_sheet = (re.findall(r"--([\w-]+):\s*(rgb\(212 175 106[^;]+);", css) for css in (text, sheet))
    assert sorted(in_page) == sorted(in_sheet), "those for more contrast, too"
    assert set(sheet_tokens) == {*transparent, *(name for name in page if name.startswith("gold"))}
    assert sheet_tokens["gold"] == page["gold"]
    assert style_sheet(GOLD).startswith(b":root:root{")


def test_style_sheet_contains_the_colour_alone_in_another_case_too() -> None:
    assert style_sheet("#7FB2E5") == style_sheet("#7fb2e5")
    assert b"--gold:#7fb2e5;" in style_sheet("#7fb2e5")


def test_style_sheet_has_the_mark_as_an_address_that_ends_no_text() -> None:
    assert style_sheet("", "/pictures/a.svg") == b':root:root{--mark:url("/pictures/a.svg");}\n'
    assert style_sheet("", '/a");}<b>\\') == b':root:root{--mark:url("/a%22%29;%7D%3Cb%3E%5C");}\n'
