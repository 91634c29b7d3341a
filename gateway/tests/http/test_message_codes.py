"""Codes of the sentences for operators: each sentence in the source has one, and each code a text in each language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from gateway.features.account_overview import erasure
from gateway.features.payments.command import VERDICT_TEXTS
from gateway.http import errors, message_codes
from gateway.http.field_codes import UNKNOWN, field_code
from gateway.http.message_codes import MessageCode

PACKAGES = Path(__file__).parents[2]
CATALOGUES = Path(__file__).parents[2] / "texts"
SOURCES = ("administration", "extras/competitions", "extras/codes", "features/deliveries", "features/site_content")
RAISED = {
    *("Conflict", "NotFound", "TooManyRequests", "SiteUnavailable", "PaymentProviderFailed", "ValidationFailed"),
    *("CompetitionRefused", "CampaignRefused", "Resolution", "EditError", "ContentError", "_error"),
}
PLACE = re.compile(r"^(?:7(?: / 7)*(?:\.md)?(?::7)?: )")
UNSEEN = {
    *("7: no such folder; `gateway content init` makes one", "Use the value of the page before"),
    *("First settle this: 7.", "77: 7", "7:7: 7", "7: 7"),
}
"""Errors of players and of parameters, and sentences around others."""


def text_of(node: ast.expr) -> str | None:
    """Returns a literal, with 7 in place of each value."""
    if isinstance(node, ast.JoinedStr):
        parts = [value.value if isinstance(value, ast.Constant) else "7" for value in node.values]
        return "".join(map(str, parts))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def sentences(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        for value in values(node):
            text = text_of(value)
            if text and " " in text:
                yield text


def values(node: ast.AST) -> list[ast.expr]:
    """Returns the arguments of an exception, the text of a refusal, and the results of a change."""
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
        texts = node.value.elts[1:]
        return [
            part for text in texts for part in ([text.body, text.orelse] if isinstance(text, ast.IfExp) else [text])
        ]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == "work":
        results = [part.value for part in ast.walk(node) if isinstance(part, ast.Return) and part.value]
        return [text for result in results for text in branches(result)]
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in RAISED:
        return []
    fields = [keyword.value for keyword in node.keywords if isinstance(keyword.value, ast.Dict)]
    return [*node.args, *(text for texts in fields for text in texts.values)]


def branches(node: ast.expr) -> list[ast.expr]:
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


def has_code(text: str) -> bool:
    """A sentence that ends in an exception of its own, as `Competition 7 is closed already`, gets its dot later."""
    reason = PLACE.sub("", text).replace("delivery 7", "delivery 7 (1 coin of a for b)")
    forms = {text, reason, f"{reason}.", re.sub(r"^7 ", "delivery 7 (1 coin of a for b) ", reason).removesuffix("7")}
    return field_code(text).code != UNKNOWN or any(map(message_codes.message_codes, forms))


@pytest.mark.whole
def test_every_sentence_of_the_administration_has_a_code() -> None:
    files = [path for part in SOURCES for path in sorted((PACKAGES / part).rglob("*.py"))]
    texts = {text for path in files if path.name != "command.py" for text in sentences(path)}
    texts |= {text.format("7") for text in erasure._TEXTS.values()}  # pyright: ignore[reportPrivateUsage]
    texts |= {f"3 {text}" for text in VERDICT_TEXTS.values()}
    assert len(texts) > 70
    assert sorted(text for text in texts - UNSEEN if not has_code(text)) == []


def test_message_codes_of_a_list_are_those_of_its_parts() -> None:
    codes = message_codes.message_codes("First settle this: donation d1 is disputed; delivery 7 is under way.")
    parts = MessageCode("erase_dispute", ("d1",)), MessageCode("erase_delivery", ("7",))
    assert codes == (MessageCode("settle_first"), *parts)
    assert message_codes.message_codes("delivery 7 is under way; the moon is full") == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Expected `int`, got `str` - at `$.a`", MessageCode("value_whole_number")),
        ("Expected `int` >= 1 - at `$.a`", MessageCode("value_min", ("1",))),
        ("Object missing required field `title` - at `$[0]`", MessageCode("value_missing", ("title",))),
        ("Expected `bool`, got `str` - at `$.d`", MessageCode("value_type")),
        ("1,200 coins at most", MessageCode("campaign_coins", ("1,200",))),
    ],
)
def test_message_code_has_the_values_of_its_sentence(text: str, code: MessageCode) -> None:
    assert message_codes.message_codes(text) == (code,)


@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_every_code_has_a_text_with_its_values(language: str) -> None:
    texts = msgspec.json.decode((CATALOGUES / f"{language}.json").read_bytes())["adminMessages"]["codes"]
    codes = {code: pattern.groups for pattern, code in message_codes._CODES}  # pyright: ignore[reportPrivateUsage]
    assert texts.keys() == codes.keys()
    for code, text in texts.items():
        assert text.count("{") <= codes[code], code


def test_problem_has_the_codes_of_its_message() -> None:
    body = msgspec.json.decode(errors.Conflict("The account is not blocked.").body("r1"), type=errors.ProblemBody)
    assert body.message_codes == [MessageCode("not_blocked")]
    assert b"message_codes" not in errors.NotFound().body("r1")
