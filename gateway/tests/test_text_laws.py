"""Texts of the service: each code in the source is in all languages with its values, and each code is used."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import Final

import msgspec
import pytest

from gateway import texts

SOURCE: Final = Path(__file__).parents[1]
SECTIONS: Final = (
    "fields",
    "details",
    "spins",
    "reasons",
    "mails",
    "notifications",
    "pushNotices",
    "badge",
    "answers",
    "cards",
    "doctor",
)
"""The source has to use each code of these sections. `test_texts.py` checks the section `refusals`."""
_PLACEHOLDER: Final = re.compile(r"{(\w+)}")


class Use(msgspec.Struct, frozen=True):
    """A call of `text` or `read`. `code`: ends with `*` where a value completes it. `values`: None if not literal."""

    place: str
    code: str
    values: frozenset[str] | None


@cache
def uses() -> list[Use]:
    paths = [path for path in sorted(SOURCE.rglob("*.py")) if "tests" not in path.relative_to(SOURCE).parts]
    return list(chain.from_iterable(map(_uses, paths)))


def _uses(path: Path) -> Iterator[Use]:
    tree = ast.parse(path.read_text())
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "gateway.texts"
        for alias in node.names
        if alias.name in ("text", "read")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            code = next((code for code in map(_code, node.args) if code), "")
            keywords = [keyword.arg for keyword in node.keywords]
            values = None if None in keywords else frozenset(name for name in keywords if name)
            yield Use(f"{path.relative_to(SOURCE)}:{node.lineno}", code, values)


@cache
def literals() -> set[str]:
    """Returns the strings of the source: a code may be chosen before it is read."""
    paths = [path for path in sorted(SOURCE.rglob("*.py")) if "tests" not in path.relative_to(SOURCE).parts]
    nodes = chain.from_iterable(ast.walk(ast.parse(path.read_text())) for path in paths)
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _code(node: ast.expr) -> str:
    """Returns a code, or its literal beginning with `*`; empty for another expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
        return node.value
    first = node.values[0] if isinstance(node, ast.JoinedStr) else None
    return f"{first.value}*" if isinstance(first, ast.Constant) else ""


def _matches(use: Use, code: str) -> bool:
    return code.startswith(use.code[:-1]) if use.code.endswith("*") else code == use.code


def _placeholders(language: str, code: str) -> set[str]:
    template = texts._texts(language)[code]  # pyright: ignore[reportPrivateUsage]
    return set(_PLACEHOLDER.findall(" ".join(template.values()) if isinstance(template, dict) else template))


@pytest.mark.parametrize("language", texts.languages())
def test_every_code_of_the_source_has_a_text_with_its_values(language: str) -> None:
    codes = texts._texts(language).keys()  # pyright: ignore[reportPrivateUsage]
    missing = [use for use in uses() if use.code and not any(_matches(use, code) for code in codes)]
    assert missing == []
    literal = [use for use in uses() if use.code in codes and use.values is not None]
    assert literal
    assert [use for use in literal if not _fits(use, _placeholders(language, use.code))] == []


def _fits(use: Use, placeholders: set[str]) -> bool:
    """`count` may choose a form of plural without being shown."""
    return use.values is not None and use.values - {"count"} <= placeholders <= use.values


@pytest.mark.whole
@pytest.mark.parametrize("section", SECTIONS)
def test_every_code_of_a_section_is_used(section: str) -> None:
    codes = [code for code in texts.codes(f"{section}.") if code not in literals()]
    unused = [code for code in codes if not any(_matches(use, code) for use in uses())]
    assert unused == []


@pytest.mark.parametrize("language", [language for language in texts.languages() if language != texts.SOURCE])
def test_no_text_of_the_doctor_is_left_in_english(language: str) -> None:
    templates = texts._texts(language)  # pyright: ignore[reportPrivateUsage]
    untranslated = [
        code
        for code in texts.codes("doctor.")
        if templates[code] == texts._texts(texts.SOURCE)[code]  # pyright: ignore[reportPrivateUsage]
        and re.search(r"\b[a-z]{2,} [a-z]{2,}", _PLACEHOLDER.sub("", str(templates[code])))
    ]
    assert untranslated == []


@pytest.mark.parametrize("language", texts.languages())
def test_codes_stand_in_the_same_order_in_each_language(language: str) -> None:
    codes, sources = (list(texts._texts(name)) for name in (language, texts.SOURCE))  # pyright: ignore[reportPrivateUsage]
    assert [pair for pair in zip_longest(codes, sources) if pair[0] != pair[1]][:3] == []
