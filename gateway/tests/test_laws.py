"""Repository rules: allowed imports, SQL in SQL files only, and top-level entries."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path, PurePosixPath

import pytest

from gateway.tests.support.paths import GATEWAY, OPERATOR_PAGES, ROOT
from gateway.tests.support.sources import tree

PAGE = ROOT / "ui" / "src"
FEATURES = PAGE / "features"

# Modules without I/O: no file, socket, clock or process.
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
    "findings",
    "fixtures",
    "Makefile",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "compose.yaml",
    "pyproject.toml",
    "requirements.lock",
    "requirements-dev.lock",
    "requirements-node.lock",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "biome.json",
}

# Participles, adverbs and pronouns alone do not say what a value is.
VAGUE_NAME = re.compile(
    r"_*("
    r"above|again|ahead|alike|another|answered|asked|away|back|begun|behind|below|beside|both|bound|broken|"
    r"built|changed|chosen|claimed|counted|done|down|drawn|each|earlier|enough|far|filled|found|given|gone|"
    r"got|heard|held|here|how|joined|kept|known|later|listed|lost|made|meant|meanwhile|met|mine|moved|near|"
    r"none|opened|others|over|own|packed|paid|parsed|removed|rest|seen|sent|shown|some|stored|such|taken|"
    r"theirs|there|told|twice|under|up|wanted|what|when|where|which|who|whose|why|won|written|wrong"
    r")_*"
)

STATEMENT = re.compile(
    r"\s*(SELECT\s+[\w*@`'(]|INSERT\s+(IGNORE\s+)?INTO\b|UPDATE\s+\S+\s+SET\b|DELETE\s+FROM\b|REPLACE\s+INTO\b"
    r"|CREATE\s+(TABLE|USER|SCHEMA|DATABASE|OR|VIEW)\b|ALTER\s+\w+\b|DROP\s+\w+\b|GRANT\s+\w|REVOKE\s+\w|KILL\s+"
    r"|EXPLAIN\s+|SET\s+(SESSION|GLOBAL|@)|SHOW\s+\w)",
)


@cache
def modules() -> list[Path]:
    """Returns the files of the service, without its tests and deployment files."""
    excluded_folders = {GATEWAY / "tests", GATEWAY / "deploy"}
    return [path for path in sorted(GATEWAY.rglob("*.py")) if not excluded_folders & set(path.parents)]


@cache
def imports(path: Path) -> list[str]:
    """Returns the full names of imported modules, including nested imports."""
    names: list[str] = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names.append(node.module or "")
    return names


def importers(package: str) -> set[str]:
    return {
        str(path.relative_to(GATEWAY))
        for path in modules()
        if any(name == package or name.startswith(f"{package}.") for name in imports(path))
    }


def repository() -> list[PurePosixPath]:
    """Returns all files that are in the repository or not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [PurePosixPath(name) for name in names if (ROOT / name).is_file()]


def test_database_driver_is_imported_by_its_client_only() -> None:
    assert importers("asyncmy") == {"database/connection.py"}


def test_database_internals_are_imported_by_the_client_only() -> None:
    for module in ("connection", "values", "pool"):
        users = importers(f"gateway.database.{module}")
        assert users <= {f"database/{name}.py" for name in ("database", "connection", "errors", "values", "pool")}


def test_time_zones_are_made_by_one_module_only() -> None:
    """Elsewhere they would follow the system's copy of the rules until that module is imported."""
    makers = {str(path.relative_to(GATEWAY)) for path in modules() if "ZoneInfo(" in path.read_text(encoding="utf-8")}
    assert makers == {"config/zones.py"}


DURATION = re.compile(
    r"^_?(?:MINUTE|HOUR|DAY)(?:_SECONDS)?(?:, \w+)*(?:: [\w\[\]]+)? = [(\d]|\b(?<!max-age=)86_?400\b", re.MULTILINE
)


def test_minute_hour_and_day_are_defined_by_one_module_only() -> None:
    sources = {str(path.relative_to(GATEWAY)): path.read_text(encoding="utf-8") for path in modules()}
    assert {path for path, text in sources.items() if DURATION.search(text)} == {"concurrency/durations.py"}


def test_distinct_integers_are_found_without_a_hash_table() -> None:
    """`world_snapshot.ascending` says why. A use that sorts, or of few values, has a comment on or above its line."""
    call = re.compile(r"\bnp\.(unique\w*|union1d|intersect1d|setdiff1d|setxor1d|isin)\(")
    places: list[str] = []
    for path in modules():
        lines = path.read_text(encoding="utf-8").splitlines()
        for previous_line, line in pairwise(["", *lines]):
            if call.search(line) and "#" not in line and not previous_line.lstrip().startswith("#"):
                places.append(f"{path.relative_to(ROOT)}: {line.strip()}")
    assert places == []


def test_redis_driver_is_imported_by_its_client_only() -> None:
    internals = {"redis/sentinel.py", "redis/error_hints.py"}
    assert importers("redis") == {"redis/client.py"} | internals
    for path in internals:
        module = path.removesuffix(".py").replace("/", ".")
        assert importers(f"gateway.{module}") <= {"redis/client.py", "doctor/topics/redis.py"} | internals, module


def test_http_client_is_imported_by_one_module_per_site_only() -> None:
    extras = {
        f"extras/{client}.py" for client in ("alerts/webhook", "notifications/discord", "push/client", "votes/client")
    }
    core = {"features/payments/provider_http.py", "doctor/public_address.py", "http/trusted_certificates.py"}
    assert importers("httpx") == extras | core


def test_service_imports_no_fixtures_and_no_tests() -> None:
    assert importers("fixtures") == set()
    assert importers("gateway.tests") == set()


def test_game_package_imports_no_io() -> None:
    for path in sorted((GATEWAY / "game").rglob("*.py")):
        foreign = {name for name in imports(path) if name.split(".")[0] not in PURE}
        foreign = {name for name in foreign if not name.startswith(("gateway.game", "gateway.texts"))}
        assert foreign == set(), f"{path.name} imports {foreign}"


def test_declared_queries_equal_those_in_sql_files() -> None:
    """Runs in a subprocess, so that queries declared by tests are not counted."""
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules()]
    module_names = [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]
    script = (
        "import importlib, json, sys\n"
        "from gateway.database import queries\n"
        "for name in json.loads(sys.argv[1]): importlib.import_module(name)\n"
        "print(json.dumps([sorted(queries.registry), sorted(queries.files())]))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, json.dumps(module_names)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    declared_names, in_files = json.loads(result.stdout)
    assert declared_names == in_files
    assert declared_names


def _texts(tree: ast.Module) -> Iterator[str]:
    """Yields all strings of a file except docstrings and regular expressions."""
    patterns = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
    ]
    excluded_ids = {id(part) for node in patterns for part in ast.walk(node)}
    excluded_ids |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in excluded_ids:
            yield node.value


def test_python_files_contain_no_sql() -> None:
    statements = [(path.name, text) for path in modules() for text in _texts(tree(path)) if STATEMENT.match(text)]
    assert statements == []


@pytest.mark.parametrize("text", ["SELECT 1", "\n  INSERT INTO t", "UPDATE t SET a = 1", "GRANT SELECT ON t"])
def test_statement_pattern_matches_sql(text: str) -> None:
    assert STATEMENT.match(text)


def test_variables_are_named_by_nouns() -> None:
    vague_names = {
        f"{path.relative_to(ROOT)}:{node.lineno} {name}"
        for folder in (GATEWAY, ROOT / "fixtures")
        for path in folder.rglob("*.py")
        for node, name in _bound_names(tree(path))
        if VAGUE_NAME.fullmatch(name)
    }
    assert vague_names == set()


def _bound_names(tree: ast.Module) -> Iterator[tuple[ast.Name | ast.arg, str]]:
    """Returns arguments and variables, not the annotated fields of classes: columns and JSON name those."""
    fields = {field for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for field in node.body}
    fields = {id(part) for field in fields if isinstance(field, ast.AnnAssign) for part in ast.walk(field)}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            yield node, node.id


def test_service_does_not_call_print() -> None:
    names = [(path.name, node) for path in modules() for node in ast.walk(tree(path)) if isinstance(node, ast.Name)]
    assert [name for name, node in names if node.id == "print"] == []


PAGE_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.\.?|@(?:app|shared|features))/([^"']+)["']""")


def _page_imports(path: Path) -> Iterator[Path]:
    """Resolves the relative imports of a page file and those that start with an alias of tsconfig.json."""
    for start, target in PAGE_IMPORT.findall(path.read_text(encoding="utf-8")):
        yield ((path.parent / start if start.startswith(".") else PAGE / start[1:]) / target).resolve()


def _page_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in {".ts", ".tsx", ".css", ".mjs"}]


def test_page_features_do_not_import_each_other() -> None:
    imports_checked = 0
    for path in _page_files(FEATURES):
        feature = path.relative_to(FEATURES).parts[0]
        for target in _page_imports(path):
            imports_checked += 1
            if target.is_relative_to(FEATURES):
                assert target.relative_to(FEATURES).parts[0] == feature, f"{path.relative_to(ROOT)} imports {target}"
            assert not target.is_relative_to(PAGE / "app"), f"{path.relative_to(ROOT)} imports the app"
    assert imports_checked > 200, "the imports of the page were not parsed"


def test_shared_page_code_imports_no_feature() -> None:
    for path in _page_files(PAGE / "shared"):
        for target in _page_imports(path):
            assert target.is_relative_to(PAGE / "shared"), f"{path.relative_to(ROOT)} imports {target}"


def test_page_tests_keep_their_routes() -> None:
    """A route with `times` is removed while the page runs, and a request of that moment can be lost: use `once`."""
    for path in _page_files(ROOT / "ui" / "e2e"):
        assert not re.search(r"^\s*times:|\{ times:", path.read_text(), re.M), f"{path.relative_to(ROOT)} uses times"


def test_migrations_equal_their_recorded_checksums() -> None:
    """Sites record the checksum of a migration that ran, comments included, and refuse a changed file."""
    folder = ROOT / "sql" / "schema"
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(folder.glob("*.sql"))]
    assert lines == (folder / "SHA256SUMS").read_text().splitlines()


def test_top_level_entries_are_listed() -> None:
    names = {path.parts[0] for path in repository()}
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL


def _text_of(path: PurePosixPath) -> str:
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""  # binary file


# Split, so that this file does not match its own patterns.
MACHINE_PATHS = re.compile("(?<![\\w.])/(?:" + "|".join(["home", "root", "Users", "work"]) + ")/[a-z]")
REGISTRIES = re.compile(
    "|".join(["registry\\.npm" + "js", "py" + "pi\\.org", "pythonhos" + "ted", "deb\\.deb" + "ian"])
)


def test_files_contain_no_machine_paths() -> None:
    assert [str(path) for path in repository() if MACHINE_PATHS.search(_text_of(path))] == []


def test_files_contain_no_registry_addresses() -> None:
    assert [str(path) for path in repository() if REGISTRIES.search(_text_of(path))] == []


def test_clients_of_http_ignore_proxies_and_logins_of_the_environment() -> None:
    """Variables such as HTTPS_PROXY and a .netrc must not lead secrets of the site elsewhere."""
    no_clients = {"httpx.Timeout", "httpx.Limits", "httpx.create_ssl_context"}
    calls: list[tuple[str, ast.Call]] = []
    for path in sorted(GATEWAY.rglob("*.py")):
        if "tests" in path.parts:
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and re.search(r"\b(AsyncClient|Client|httpx\.\w+)$", ast.unparse(node.func)):
                name = ast.unparse(node.func)
                if name.startswith("httpx.") and name not in no_clients:
                    calls.append((str(path), node))
    assert len(calls) >= 6
    for path, call in calls:
        options = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        assert options.get("trust_env") == "False", f"{path}:{call.lineno}: pass trust_env=False"


def test_rows_of_asvs_that_are_met_name_tests_that_exist() -> None:
    text = (OPERATOR_PAGES / "security.md").read_text()
    rows = re.findall(r"^\| \d+\.\d+\.\d+.*\|$", text, re.MULTILINE)
    assert len(rows) > 20
    sources = "".join(path.read_text() for path in (GATEWAY / "tests").rglob("test_*.py"))
    tests = set(re.findall(r"def (test_\w+)", sources))
    assert [row for row in rows if not re.search(r"`test_\w+`", row)] == []
    assert {name for row in rows for name in re.findall(r"`(test_\w+)`", row)} - tests == set()
