import * as game from "text:game";
import * as text from "text:guide";
import { Link } from "@shared/components/Link";
import type { Column } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import type { Recipe } from "./answers";
import { formatChance } from "./chances";
import { first, GuideTable, wide } from "./GuideTable";
import { ItemLinks } from "./Names";
import { itemPath } from "./paths";

/** Recipes with all that they need. */
export const Recipes = ({ title, recipes }: { title: string; recipes: readonly Recipe[] }) => (
  <GuideTable
    title={title}
    rows={recipes}
    columns={[
      RECIPE,
      { name: text.ingredients, className: wide, show: ({ ingredients }) => <ItemLinks items={ingredients} /> },
      { name: text.success, end: true, className: first, show: ({ chance }) => formatChance(chance / 100) },
    ]}
  />
);

/** Recipes that need an item, or that it teaches. */
export const UsedIn = ({ item, recipes }: { item: number; recipes: readonly Recipe[] }) => (
  <>
    <Recipes title={text.teaches} recipes={recipes.filter(({ item_id }) => item_id === item)} />
    <GuideTable
      title={text.usedIn}
      rows={recipes.filter(({ item_id }) => item_id !== item)}
      columns={[
        { name: text.product, show: ({ product }) => <ItemLinks items={[product]} /> },
        { ...RECIPE, className: wide },
        {
          name: text.needed,
          end: true,
          className: first,
          show: ({ ingredients }) => formatNumber(ingredients.find(({ item_id }) => item_id === item)?.count ?? 0),
        },
      ]}
    />
  </>
);

const RECIPE: Column<Recipe> = {
  name: text.recipe,
  show: ({ item_id, name, level, is_dwarven }) => (
    <span>
      <Link to={itemPath(item_id)}>
        <bdi>{name}</bdi>
      </Link>{" "}
      <small>{[is_dwarven ? text.dwarven : text.common, game.levelOf({ level: String(level) })].join(" · ")}</small>
    </span>
  ),
};
