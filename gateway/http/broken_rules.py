"""The rules that a value of JSON or TOML breaks, by the types of its form.

msgspec names the first one alone, in an English sentence.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final, cast, get_type_hints

import msgspec
from msgspec import inspect
from msgspec.structs import asdict

from gateway.texts import Text, Value, codes, text

_SHOWN_NAME: Final = re.compile(r"\w{1,40}")
_LIMITS: Final = (
    ("ge", "min", True),
    ("le", "max", False),
    ("min_length", "min_length", True),
    ("max_length", "max_length", False),
)
"""Names of msgspec and the framework, of the rule, and whether it is the least."""
_CODES: Final = {
    "min": "fields.min",
    "max": "fields.max",
    "min_length": "fields.min_length.text",
    "max_length": "fields.max_length.text",
    "whole_number": "fields.whole_number",
    "text": "fields.text",
    "boolean": "fields.boolean",
    "object": "fields.object",
}
"""Rule → code of the text for a field; all other rules have the same text."""


class TypeViolation(msgspec.Struct, frozen=True):
    """`path`: of the value, or of the missing or unknown field, as `.bosses[0].level`.

    `values`: its limit, pattern or name.
    """

    path: str
    rule: str
    values: Mapping[str, Value] = {}


def broken_rules(body: object, form: type[msgspec.Struct]) -> dict[str, Text]:
    """Returns an error for each field that `form` refuses. A missing text is "", which the form's own rules refuse."""
    if not isinstance(body, dict):
        return {"body": text("fields.object")}
    values = cast("dict[str, object]", body)
    info, hints = inspect.type_info(form), get_type_hints(form, include_extras=True)
    assert isinstance(info, inspect.StructType)
    errors: dict[str, Text] = {}
    for field in info.fields:
        if field.encode_name not in values:
            if field.required:
                errors[field.encode_name] = _missing(field.encode_name)
        elif not _is_accepted(values[field.encode_name], hints[field.name]):
            errors[field.encode_name] = field_text(broken_rule(values[field.encode_name], field.type))
    names = {field.encode_name for field in info.fields}
    if info.forbid_unknown_fields:
        unknown_names = [name for name in values if name not in names]
        shown_names = [name if _SHOWN_NAME.fullmatch(name) else "body" for name in unknown_names]
        errors |= dict.fromkeys(shown_names, text("fields.unknown_field"))
    return errors


def field_text(rule: TypeViolation | None) -> Text:
    """Returns the text for a field. A rule of what is inside it, or one without a name, makes it invalid as a whole."""
    code = _CODES.get(rule.rule) if rule and not rule.path else None
    return text(code, **rule.values) if rule and code else text("fields.invalid")


def broken_rule(value: object, kind: inspect.Type, path: str = "") -> TypeViolation | None:
    """Returns the first rule that a value breaks, which stands at `path`; None if it breaks none that has a name."""
    match kind, value:
        case inspect.Metadata(), _:
            return broken_rule(value, kind.type, path)
        case inspect.UnionType(), _:
            is_null = value is None and kind.includes_none
            kinds = [] if is_null else [part for part in kind.types if not isinstance(part, inspect.NoneType)]
            return broken_rule(value, kinds[0], path) if len(kinds) == 1 else None
        case inspect.StructType(), dict():
            return next(_of_members(cast("dict[str, object]", value), kind, path), None)
        case inspect.ListType(), list():
            items = enumerate(cast("list[object]", value))
            rules = (broken_rule(item, kind.item_type, f"{path}[{index}]") for index, item in items)
            return next(filter(None, rules), None)
        case inspect.IntType(), int() if not isinstance(value, bool):
            return broken_limit(value, asdict(kind), path)
        case inspect.StrType(), str():
            is_match = kind.pattern is None or re.search(kind.pattern, value)
            broken_pattern = None if is_match else TypeViolation(path, "pattern", {"pattern": str(kind.pattern)})
            return broken_limit(value, asdict(kind), path) or broken_pattern
        case inspect.LiteralType(), _:
            return None if value in kind.values else TypeViolation(path, "choice")
        case inspect.DateType(), str():
            return None if _is_accepted(value, date) else TypeViolation(path, "date")
        case (inspect.BoolType(), bool()) | (inspect.DictType(), dict()):
            return None
        case _:
            return TypeViolation(path, _RULES.get(type(kind), "kind"))


_RULES: Final[dict[type[inspect.Type], str]] = {
    inspect.IntType: "whole_number",
    inspect.StrType: "text",
    inspect.BoolType: "boolean",
    inspect.StructType: "object",
    inspect.DictType: "object",
}
"""Rule that a value of another kind breaks."""


def broken_limit(value: int | str, limits: Mapping[str, int | None], path: str = "") -> TypeViolation | None:
    """`limits`: by the names of msgspec and the framework, such as `ge` and `max_length`."""
    size = len(value) if isinstance(value, str) else value
    for name, rule, is_least in _LIMITS:
        limit = limits.get(name)
        if limit is not None and (size < limit if is_least else size > limit):
            return TypeViolation(path, rule, {"limit": limit})
    return None


def _of_members(values: Mapping[str, object], kind: inspect.StructType, path: str) -> Iterator[TypeViolation]:
    fields = {field.encode_name: field for field in kind.fields}
    for name, value in values.items():
        if name not in fields and kind.forbid_unknown_fields:
            yield TypeViolation(f"{path}.{name}", "unknown", {"name": name})
        elif name in fields and (rule := broken_rule(value, fields[name].type, f"{path}.{name}")):
            yield rule
    missing_names = [name for name, field in fields.items() if field.required and name not in values]
    yield from (TypeViolation(f"{path}.{name}", "missing", {"name": name}) for name in missing_names)


def _missing(name: str) -> Text:
    """Returns the text of a missing field, which some fields have of their own."""
    has_own_text = f"fields.required.{name}" in codes("fields.required.")
    return text(f"fields.required.{name}") if has_own_text else text("fields.required.any")


def _is_accepted(value: object, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True
