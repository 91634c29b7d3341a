import * as text from "text:inventory";
import { chip } from "@shared/components/chip.module.css";
import { classes } from "@shared/components/classes";
import { SearchField } from "@shared/components/Field";
import { formatNumber } from "@shared/format";
import { hidden } from "@shared/styles/utility.module.css";
import type { Item } from "../queries";
import * as css from "./filters.module.css";
import { CATEGORIES, type Filter, matchingName, ofCategory, SEARCH_MAX } from "./items";

interface Props {
  items: readonly Item[];
  filter: Filter;
  onChange: (change: Partial<Filter>) => void;
}

/** Name search, and category buttons with the number of matches in each. */
export function InventoryFilters({ items, filter, onChange }: Props) {
  const matches = matchingName(items, filter.search);
  return (
    <search className={css.filters}>
      <div className={css.search}>
        <SearchField
          label={text.name}
          value={filter.search}
          maxLength={SEARCH_MAX}
          placeholder={text.name}
          onChange={(event) => onChange({ search: event.target.value })}
        />
      </div>
      <fieldset className={css.chips}>
        <legend className={hidden}>{text.category}</legend>
        {[null, ...CATEGORIES].map((category) => (
          <button
            key={category}
            type="button"
            className={classes(chip, css.chip)}
            aria-pressed={filter.category === category}
            onClick={() => onChange({ category })}
          >
            {category ? text.categories[category] : text.all}{" "}
            <span>{formatNumber(ofCategory(matches, category).length)}</span>
          </button>
        ))}
      </fieldset>
    </search>
  );
}
