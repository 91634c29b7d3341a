"""Packages of the service import in one order, and public class names are unique."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fixtures.core import REMOVED
from gateway.registration.extra import installed_extras
from gateway.tests.support.paths import GATEWAY, ROOT
from gateway.tests.support.sources import tree

# A file imports its own line or a higher one. Names on one line are independent of each other.
ORDER = """
concurrency texts
config game package_data
observability
database
jobs redis
world_snapshot
http
pictures
registration
features.messages features.operators
features.accounts features.items features.ledger features.rankings features.site_content
features.privacy features.spending_limits
features.characters features.roulette features.server_status
features.inventory features.player
features.wallet
features.payments
features.deliveries
features.account_overview
administration
extras.codes extras.data_protection extras.guide extras.opening extras.tickets extras.world_events
extras.history
extras.world
extras.notifications extras.population
extras.alerts extras.campaigns extras.character_pages extras.competitions extras.economy extras.market extras.referrals
extras.votes
extras.seasons extras.week_review
extras.clans
extras.push extras.search extras.watch
extras.insight
operator
app
process
install
datapack
doctor
topic
cli
"""
LEVELS = {package: level for level, line in enumerate(ORDER.split("\n")) for package in line.split()}
REMOVED_MODULES = tuple(path.replace("/", ".") for path in REMOVED if path.startswith("gateway/"))
STARTED = ["fixtures.provider.app"]
"""Modules that tests start as processes, by their names."""
WIRE_NAMES = {"Session"}
"""Schemas of the API that share their name with a class of another package."""


def source_files() -> list[Path]:
    skipped_folders = {GATEWAY / "tests", GATEWAY / "deploy"}
    return [path for path in sorted(GATEWAY.rglob("*.py")) if not skipped_folders & set(path.parents)]


def package_of(module: str) -> str:
    """`gateway.features.wallet.coins` → `features.wallet`; `gateway.http.errors` → `http`.

    Pages of the administration are `operator`: modules `operator` and `operator_*` of a noun; its module `doctor`, a
    topic of the doctor, is `topic`; its folder `datapack`, which reads files of the game server, is `datapack`.
    """
    parts = module.removesuffix(".__init__").split(".")[1:]
    is_noun = parts[:1] in (["features"], ["extras"]) and parts[1:2] != ["operators"]
    if is_noun and len(parts) > 2 and re.fullmatch(r"operator(_\w+)?", parts[2]):
        return "operator"
    if is_noun and parts[2:3] == ["doctor"]:
        return "topic"
    if is_noun and parts[2:3] == ["datapack"]:
        return "datapack"
    return ".".join(parts[:2] if parts[:1] in (["features"], ["extras"]) else parts[:1])


def imported_modules(path: Path, packages: Sequence[str] = ("gateway",)) -> Iterator[str]:
    """Names of the service that a file imports anywhere in its text, also for types alone."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in packages:
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


def test_imports_follow_the_order_of_packages() -> None:
    upward: list[str] = []
    for path in source_files():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        own_package = package_of(module)
        if own_package in {"", "__main__", "features", "extras"}:
            continue
        assert own_package in LEVELS, f"{path.relative_to(ROOT)}: add the package {own_package} to ORDER"
        upward += [
            f"{path.relative_to(ROOT)} imports {package}"
            for package in map(package_of, imported_modules(path))
            if package and package != own_package and LEVELS[package] >= LEVELS[own_package]
        ]
    assert upward == []


def test_nothing_but_the_administration_imports_it() -> None:
    """So its folder can be deleted, with the modules `operator` of the nouns."""
    strangers = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in source_files()
        if package_of(".".join(path.relative_to(ROOT).with_suffix("").parts)) not in {"administration", "operator"}
        for module in imported_modules(path)
        if module.startswith("gateway.administration") or package_of(module) == "operator"
    ]
    assert strangers == []


def test_extras_import_only_what_they_need_and_nothing_else_imports_them() -> None:
    """So the folder of an extra can be deleted, with those that need it."""
    strangers: list[str] = []
    for path in source_files():
        folder, extra, *_ = [*path.relative_to(GATEWAY).with_suffix("").parts, ""]
        needs = (extra, "world_events", *installed_extras()[extra].needs) if extra in installed_extras() else (extra,)
        allowed_names = needs if folder == "extras" else ()
        strangers += [
            f"{path.relative_to(ROOT)} imports {module}"
            for module in imported_modules(path)
            if module.startswith("gateway.extras.") and module.split(".")[2] not in allowed_names
        ]
    assert strangers == []


def is_removable(module: str) -> bool:
    """Returns True for a module that core can stand without, tests included."""
    return module.startswith(REMOVED_MODULES) or package_of(module) == "operator"


def removable_imports(module: str, modules: Mapping[str, Path]) -> list[str]:
    """Returns what a test imports of extras and of the administration, also through other tests and fixtures."""
    visits, queue = {module}, [module]
    removable = set[str]()
    while queue:
        path = modules[queue.pop()]
        for name in imported_modules(path, ("gateway", "fixtures")):
            parent = name.rpartition(".")[0]
            imported = name if name in modules else parent
            if is_removable(imported):
                removable.add(imported)
            elif (
                imported in modules and imported not in visits and imported.startswith(("gateway.tests.", "fixtures."))
            ):
                visits.add(imported)
                queue.append(imported)
    return sorted(removable)


def test_tests_of_core_import_no_extra_and_no_administration() -> None:
    """So `make test-core` runs them all in a tree without either."""
    paths = [*GATEWAY.rglob("*.py"), *(ROOT / "fixtures").rglob("*.py")]
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    tests = [name for name in modules if name.startswith("gateway.tests.") and not is_removable(name)]
    assert len(tests) > 200
    tests += [name for name in STARTED if name in modules]
    assert {name: names for name in tests if (names := removable_imports(name, modules))} == {}


def test_public_class_names_are_unique() -> None:
    files: defaultdict[str, list[str]] = defaultdict(list)
    for path in source_files():
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                files[node.name].append(str(path.relative_to(GATEWAY)))
    repeated_names = {name: paths for name, paths in files.items() if len(paths) > 1 and name not in WIRE_NAMES}
    assert repeated_names == {}


def test_package_names_shadow_no_library() -> None:
    """`gateway.redis` and `gateway.http` share their last name with a library and with the standard library."""
    import http

    import redis

    assert not Path(redis.__file__ or "").is_relative_to(GATEWAY)
    assert not Path(http.__file__ or "").is_relative_to(GATEWAY)
