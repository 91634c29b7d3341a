"""Rules for records, assignments and docstrings: what is named by position only is easily swapped."""

import ast
import dataclasses
import inspect
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import pytest
from msgspec import Struct

from gateway.database import queries
from gateway.tests.support.paths import GATEWAY, ROOT
from gateway.tests.support.sources import tree

pytestmark = pytest.mark.whole

# Filled from the columns of an array or a packed file, or written as the rows of a table.
FILLED_BY_POSITION = {"AlertRule", "CatalogueItem", "RankingRow"}

Owner = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
NAMES_BEFORE_COLON = re.compile(r"((?:`[^`]+`(?:, | and ))*`[^`]+`):")


@cache
def modules() -> dict[Path, ModuleType]:
    """Returns the imported modules of the service by file; `__main__` would run."""
    paths = [path for path in sorted(GATEWAY.rglob("*.py")) if not {"tests", "deploy"} & set(path.parts)]
    return {path: import_module(_name(path)) for path in paths if path.name != "__main__.py"}


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _place(path: Path, node: ast.stmt | ast.expr) -> str:
    return f"{path.relative_to(ROOT)}:{node.lineno}"


def _classes() -> Iterator[type[Any]]:
    for module in modules().values():
        for value in vars(module).values():
            if isinstance(value, type) and value.__module__ == module.__name__:
                yield value


def test_structs_of_five_fields_are_keyword_only() -> None:
    classes = list(_classes())
    rows = {declared.row for declared in queries.registry.values()}

    def is_filled_by_position(struct: type[Struct]) -> bool:
        config = struct.__struct_config__
        return struct in rows or config.array_like or config.order or struct.__name__ in FILLED_BY_POSITION

    positional: list[str] = []
    count = 0
    for struct in classes:
        if issubclass(struct, Struct) and len(struct.__struct_fields__) >= 5:
            count += 1
            relatives = {*_subclasses(struct), *(base for base in struct.__mro__ if issubclass(base, Struct))}
            if struct.__match_args__ and not any(map(is_filled_by_position, relatives)):
                positional.append(f"{struct.__module__}.{struct.__name__}")
    assert positional == []
    assert count > 300


def _subclasses(struct: type[Struct]) -> Iterator[type[Struct]]:
    yield struct
    for subclass in struct.__subclasses__():
        yield from _subclasses(subclass)


def test_neighbours_of_equal_type_are_constructed_by_name() -> None:
    """A type checker does not see two of them swapped. A whole row, `Record(*row)`, has its order from elsewhere."""
    swappable: list[str] = []
    count = 0
    for path, module in modules().items():
        for call, record in _constructions(tree(path), module):
            count += 1
            types = _types_by_position(record)
            if not types or _is_whole_row(call):
                continue
            has_stars = any(isinstance(argument, ast.Starred) for argument in call.args)
            if has_stars or any(first == second for first, second in pairwise(types[: len(call.args)])):
                swappable.append(f"{_place(path, call)} {record.__name__}")
    assert swappable == []
    assert count > 1000, "the constructions were not found"


def _is_whole_row(call: ast.Call) -> bool:
    return len(call.args) == 1 and isinstance(call.args[0], ast.Starred) and not call.keywords


def _constructions(tree: ast.Module, module: ModuleType) -> Iterator[tuple[ast.Call, type[Any]]]:
    names = {**_nested_imports(tree), **vars(module)}
    for statement in tree.body:
        scope = names | {"cls": names.get(statement.name)} if isinstance(statement, ast.ClassDef) else names
        for node in ast.walk(statement):
            if isinstance(node, ast.Call):
                record = _resolve(node.func, scope)
                if isinstance(record, type) and record.__module__.startswith("gateway.") and _is_record(record):
                    yield node, record


def _nested_imports(tree: ast.Module) -> dict[str, Any]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node not in tree.body]
    return {
        alias.asname or alias.name: getattr(import_module(node.module), alias.name, None)
        for node in imports
        if node.module
        for alias in node.names
    }


def _resolve(expression: ast.expr, scope: dict[str, Any]) -> object:
    match expression:
        case ast.Subscript():
            return _resolve(expression.value, scope)
        case ast.Attribute():
            return getattr(_resolve(expression.value, scope), expression.attr, None)
        case ast.Name():
            return scope.get(expression.id)
        case _:
            return None


def _is_record(record: type[Any]) -> bool:
    return issubclass(record, Struct) or dataclasses.is_dataclass(record) or issubclass(record, tuple)


@cache
def _types_by_position(record: type[Any]) -> list[object]:
    """Returns the types of the arguments that can be given by position; none for a record of fewer than four."""
    parameters = inspect.signature(record).parameters.values()
    if len(parameters) < 4:
        return []
    hints = get_type_hints(record)
    return [hints.get(field.name) for field in parameters if field.kind is field.POSITIONAL_OR_KEYWORD]


def test_three_names_are_not_assigned_on_one_line() -> None:
    lines = [
        _place(path, node)
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)
        if any(isinstance(target, ast.Tuple) and len(target.elts) >= 3 for target in node.targets)
    ]
    assert lines == []


def test_docstrings_explain_names_that_exist() -> None:
    """A name in backticks before a colon is a parameter or an attribute; in a class, also a value of its fields."""
    unknown: list[str] = []
    count = 0
    for path, module in modules().items():
        for owners, docstring in _docstrings(tree(path)):
            groups = NAMES_BEFORE_COLON.findall(docstring)
            explained = [name for group in groups for name in re.findall(r"`([a-z_][a-z0-9_]*)`", group)]
            names = _names_of(owners, module) if explained else set[str]()
            count += len(explained)
            unknown += [f"{_place(path, owners[-1])} {name}" for name in explained if name not in names]
    assert unknown == []
    assert count > 800, "the docstrings were not read"


def _docstrings(parent: Owner | ast.Module, *owners: Owner) -> Iterator[tuple[tuple[Owner, ...], str]]:
    """Yields the docstrings of functions, classes and attributes with the classes and functions that they stand in."""
    for node in parent.body:
        if isinstance(node, Owner):
            yield from _docstrings(node, *owners, node)
        elif owners and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield owners, str(node.value.value)


def _names_of(owners: Sequence[Owner], module: ModuleType) -> set[str]:
    names = _identifiers(owners[-1])
    for node in owners:
        names |= _members(node, module) if isinstance(node, ast.ClassDef) else _identifiers(node)
    return names


def _identifiers(node: ast.AST) -> set[str]:
    nodes = list(ast.walk(node))
    names = {part.id for part in nodes if isinstance(part, ast.Name)}
    names |= {part.attr for part in nodes if isinstance(part, ast.Attribute)}
    return names | {part.arg for part in nodes if isinstance(part, ast.arg)}


def _members(node: ast.ClassDef, module: ModuleType) -> set[str]:
    """Returns attributes, and texts of the module, among which are the values of fields."""
    cls = getattr(module, node.name, object)
    names = {name for base in cls.__mro__ for name in (*vars(base), *inspect.get_annotations(base))}
    return names | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)} | _texts(module)


@cache
def _texts(module: ModuleType) -> set[str]:
    constants = (part.value for part in ast.walk(tree(Path(str(module.__file__)))) if isinstance(part, ast.Constant))
    return {value for value in constants if isinstance(value, str)}
