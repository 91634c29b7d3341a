"""Recipes of a datapack. The dialect is detected for each recipe:

<recipe itemId level successRate mpConsume isDwarven material="id-count;…" product="id-count"/>    aCis, RusaCis
<item><recipe id level type/><mpCost/><successRate/><production id count/><ingredient …/>          Mobius C6
<item recipeId craftLevel type successRate><statUse name="MP" value/><production …/>               Mobius CT_0, Lucera
dwarven;name;number;recipe;level;[id(count)],…;product;count;…;mp;chance;                          Frozen, Orion: CSV
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from gateway.extras.guide.datapack.xml_files import elements, number
from gateway.install.items_datapack import MAX_FILE_BYTES
from gateway.install.items_parse import ImportFailedError

FILES: Final = ("recipes.xml", "recipes.csv")
_CSV_COLUMNS: Final = 11
_CSV_INGREDIENT: Final = re.compile(r"\[(\d+)\((\d+)\)\]")
_DWARVEN: Final = "dwarven"


class Ingredient(Struct, frozen=True):
    item_id: int
    count: int


class Recipe(Struct, frozen=True, kw_only=True):
    """`item_id`: of the recipe itself. `level`: of the craft skill. `chance`: percent. `mp`: of one attempt."""

    item_id: int
    level: int
    is_dwarven: bool
    chance: int
    mp: int
    product: Ingredient
    ingredients: tuple[Ingredient, ...]


def recipes(folder: Path) -> list[Recipe]:
    """Returns the recipes of the folder's file of recipes; none without one. Raises ImportFailedError."""
    paths = sorted(path for path in folder.rglob("*") if path.name.lower() in FILES and path.is_file())
    all_recipes: list[Recipe] = []
    for path in paths:
        all_recipes += _of_csv(path) if path.suffix.lower() == ".csv" else _of_xml(path)
    return [recipe for recipe in all_recipes if recipe.item_id and recipe.product.item_id]


def _of_xml(path: Path) -> Iterator[Recipe]:
    for element in elements(path, "item", "recipe"):
        if element.get("material"):
            yield _with_attributes(element)
        elif element.tag == "item":
            yield _with_children(element)


def _with_attributes(element: Element) -> Recipe:
    pairs = [[part.split("-") for part in element.get(name, "").split(";")] for name in ("product", "material")]
    product, material = ([Ingredient(_whole(pair[0]), _whole(pair[-1])) for pair in side] for side in pairs)
    return Recipe(
        item_id=_whole(element.get("itemId")),
        level=_whole(element.get("level")),
        is_dwarven=element.get("isDwarven", "").lower() == "true",
        chance=_whole(element.get("successRate")),
        mp=_whole(element.get("mpConsume")),
        product=product[0],
        ingredients=(*material,),
    )


def _with_children(element: Element) -> Recipe:
    head = element.find("recipe")
    kind, level = element.get("type"), element.get("craftLevel")
    if head is not None:
        kind, level = head.get("type"), head.get("level")
    mana = element.find("statUse[@name='MP']")
    produced = [*_ingredients(element.iterfind("production"))]
    return Recipe(
        item_id=_whole(element.get("recipeId") if head is None else head.get("id")),
        level=_whole(level),
        is_dwarven=kind == _DWARVEN,
        chance=_whole(element.get("successRate") or element.findtext("successRate")),
        mp=_whole(element.findtext("mpCost") if mana is None else mana.get("value")),
        product=produced[0] if produced else Ingredient(0, 0),
        ingredients=(*_ingredients(element.iterfind("ingredient")),),
    )


def _ingredients(children: Iterable[Element]) -> Iterator[Ingredient]:
    for child in children:
        yield Ingredient(_whole(child.get("id")), _whole(child.get("count")))


def _of_csv(path: Path) -> Iterator[Recipe]:
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ImportFailedError(f"{path}: too large for a file of recipes")
    for line in path.read_bytes().decode("utf-8-sig", "replace").splitlines():
        columns = line.strip().split(";")
        if line.startswith("#") or len(columns) < _CSV_COLUMNS:
            continue
        kind, _, _, item_id, level, ingredients, product, count, _, mp, chance, *_ = columns
        yield Recipe(
            item_id=_whole(item_id),
            level=_whole(level),
            is_dwarven=kind == _DWARVEN,
            chance=_whole(chance),
            mp=_whole(mp),
            product=Ingredient(_whole(product), _whole(count)),
            ingredients=tuple(
                Ingredient(int(item), int(pieces)) for item, pieces in _CSV_INGREDIENT.findall(ingredients)
            ),
        )


def _whole(text: str | None) -> int:
    return int(number(text))
