"""The laws of the house: who may import what, where SQL may stand, what the repository holds."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from gateway.tests.support.paths import GATEWAY, ROOT

PAGE = ROOT / "ui" / "src"
FEATURES = PAGE / "features"

# What waits for nothing: no file, no socket, no clock, no process.
PURE = {
    "__future__",
    "base64",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "hmac",
    "itertools",
    "math",
    "re",
    "types",
    "typing",
    "unicodedata",
    "bcrypt",
    "msgspec",
    "numpy",
}

TOP_LEVEL = {
    "gateway",
    "ui",
    "sql",
    "fixtures",
    "Makefile",
    "LICENSE",
    "README.md",
    "compose.yaml",
    "pyproject.toml",
    "requirements.lock",
    "requirements-dev.lock",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "biome.json",
}

STATEMENT = re.compile(
    r"\s*(SELECT\s+[\w*@`'(]|INSERT\s+(IGNORE\s+)?INTO\b|UPDATE\s+\S+\s+SET\b|DELETE\s+FROM\b|REPLACE\s+INTO\b"
    r"|CREATE\s+(TABLE|USER|SCHEMA|DATABASE|OR|VIEW)\b|ALTER\s+\w+\b|DROP\s+\w+\b|GRANT\s+\w|REVOKE\s+\w|KILL\s+"
    r"|EXPLAIN\s+|SET\s+(SESSION|GLOBAL|@)|SHOW\s+\w)",
)


def modules() -> list[Path]:
    """The service's own files: neither its tests nor what runs outside of it."""
    apart = {GATEWAY / "tests", GATEWAY / "deploy"}
    return [path for path in sorted(GATEWAY.rglob("*.py")) if not apart & set(path.parents)]


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Full names of what a file imports, wherever in the file."""
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def importers(package: str) -> set[str]:
    return {
        str(path.relative_to(GATEWAY))
        for path in modules()
        if any(name == package or name.startswith(f"{package}.") for name in imports(path))
    }


def repository() -> list[PurePosixPath]:
    """Every file that is, or is about to be, in the repository."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [PurePosixPath(name) for name in listed if (ROOT / name).is_file()]


def test_database_driver_is_imported_by_its_client_alone() -> None:
    assert importers("asyncmy") == {"database/connection.py"}


def test_database_internals_are_imported_by_the_client_alone() -> None:
    for module in ("connection", "values", "pool"):
        users = importers(f"gateway.database.{module}")
        assert users <= {f"database/{name}.py" for name in ("database", "connection", "errors", "values", "pool")}


def test_redis_driver_is_imported_by_its_client_alone() -> None:
    internals = {"redis/sentinel.py", "redis/error_hints.py"}
    assert importers("redis") == {"redis/client.py"} | internals
    for path in internals:
        module = path.removesuffix(".py").replace("/", ".")
        assert importers(f"gateway.{module}") <= {"redis/client.py", "doctor/topics/redis.py"} | internals, module


def test_http_client_is_imported_by_the_payment_provider_alone() -> None:
    assert importers("httpx") == {"features/payments/mercadopago.py"}


def test_the_service_knows_nothing_of_the_fixtures() -> None:
    assert importers("fixtures") == set()
    assert importers("gateway.tests") == set()


def test_the_facts_of_the_game_wait_for_nothing() -> None:
    for path in sorted((GATEWAY / "game").rglob("*.py")):
        foreign = {name for name in imports(path) if name.split(".")[0] not in PURE}
        foreign = {name for name in foreign if not name.startswith("gateway.game")}
        assert foreign == set(), f"{path.name} imports {foreign}"


def test_every_query_is_used_and_every_used_one_exists() -> None:
    """In a process of its own, so that no test's own declaration counts."""
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules()]
    wanted = [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]
    script = (
        "import importlib, json, sys\n"
        "from gateway.database import queries\n"
        "for name in json.loads(sys.argv[1]): importlib.import_module(name)\n"
        "print(json.dumps([sorted(queries.registry), sorted(queries.files())]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, json.dumps(wanted)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    declared, written = json.loads(done.stdout)
    assert declared == written
    assert declared


def _texts(tree: ast.Module) -> Iterator[str]:
    """Every string of a file, but docstrings and patterns."""
    patterns = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
    ]
    apart = {id(part) for node in patterns for part in ast.walk(node)}
    apart |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
            yield node.value


def test_sql_stands_in_sql_files_alone() -> None:
    found = [(path.name, text) for path in modules() for text in _texts(_parsed(path)) if STATEMENT.match(text)]
    assert found == []


@pytest.mark.parametrize("text", ["SELECT 1", "\n  INSERT INTO t", "UPDATE t SET a = 1", "GRANT SELECT ON t"])
def test_the_sql_law_knows_sql_when_it_sees_it(text: str) -> None:
    assert STATEMENT.match(text)


def test_the_service_logs_and_never_prints() -> None:
    names = [(path.name, node) for path in modules() for node in ast.walk(_parsed(path)) if isinstance(node, ast.Name)]
    assert [name for name, node in names if node.id == "print"] == []


PAGE_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.\.?|@(?:app|shared|features))/([^"']+)["']""")


def _page_imports(path: Path) -> Iterator[Path]:
    """Resolves the relative imports of a page file and those that start with an alias of tsconfig.json."""
    for start, target in PAGE_IMPORT.findall(path.read_text(encoding="utf-8")):
        yield ((path.parent / start if start.startswith(".") else PAGE / start[1:]) / target).resolve()


def _page_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in {".ts", ".tsx", ".css", ".mjs"}]


def test_features_of_the_page_do_not_import_each_other() -> None:
    seen = 0
    for path in _page_files(FEATURES):
        own = path.relative_to(FEATURES).parts[0]
        for target in _page_imports(path):
            seen += 1
            if target.is_relative_to(FEATURES):
                assert target.relative_to(FEATURES).parts[0] == own, f"{path.relative_to(ROOT)} imports {target}"
            assert not target.is_relative_to(PAGE / "app"), f"{path.relative_to(ROOT)} imports the app"
    assert seen > 200, "the page's imports were not understood"


def test_what_is_shared_knows_no_feature() -> None:
    for path in _page_files(PAGE / "shared"):
        for target in _page_imports(path):
            assert target.is_relative_to(PAGE / "shared"), f"{path.relative_to(ROOT)} imports {target}"


def test_the_top_level_holds_what_it_should() -> None:
    names = {path.parts[0] for path in repository()}
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL


def _readable(path: PurePosixPath) -> str:
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""  # a picture or an archive


# Written in parts, so that this file does not break its own laws.
PATHS_OF_A_MACHINE = re.compile("(?<![\\w.])/(?:" + "|".join(["home", "root", "Users", "work"]) + ")/[a-z]")
REGISTRIES = re.compile(
    "|".join(["registry\\.npm" + "js", "py" + "pi\\.org", "pythonhos" + "ted", "deb\\.deb" + "ian"])
)


def test_no_path_of_a_machine() -> None:
    assert [str(path) for path in repository() if PATHS_OF_A_MACHINE.search(_readable(path))] == []


def test_no_address_of_a_registry() -> None:
    assert [str(path) for path in repository() if REGISTRIES.search(_readable(path))] == []


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_pins_by_hash_and_names_no_source(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if re.fullmatch(r"[a-z0-9._-]+==\S+ \\", line)]
    hashes = [line for line in lines if re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line)]
    assert pins
    assert len(hashes) >= len(pins)
    rest = set(lines) - set(pins) - set(hashes)
    assert {line for line in rest if line and not line.startswith("#")} == set()
    assert not any("/" in line for line in rest)


def test_the_page_s_lock_names_no_source() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    assert [name for name, package in lock["packages"].items() if name and "integrity" not in package] == []
