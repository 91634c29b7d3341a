import { classes } from "@shared/components/classes";
import * as control from "@shared/components/field.module.css";
import * as layout from "./layout.module.css";
import { useFilters } from "./useFilters";

interface Choice {
  /** Its name in the address. */
  name: string;
  label?: string;
  /** The first option, which filters nothing; without it the first value is the default. */
  all?: string;
  options: Readonly<Record<string, string>>;
}

interface Props {
  /** A text field: its name in the address, and what it says. */
  search?: { name: string; label: string; hint?: string };
  selects?: readonly Choice[];
  inPanel?: boolean;
}

/** Filters of a table, which are in the address. */
export function Filters({ search, selects = [], inPanel }: Props) {
  const { filters, set } = useFilters();
  return (
    <search className={classes(layout.filters, inPanel && layout.body)}>
      {search && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            set(search.name, String(new FormData(event.currentTarget).get(search.name)).trim());
          }}
        >
          <input
            className={control.input}
            name={search.name}
            type="search"
            maxLength={60}
            aria-label={search.label}
            placeholder={search.hint ?? search.label}
            defaultValue={filters.get(search.name) ?? ""}
          />
        </form>
      )}
      {selects.map((choice) => (
        <FilterSelect key={choice.name} {...choice} />
      ))}
    </search>
  );
}

function FilterSelect({ name, label, all, options }: Choice) {
  const { filters, set } = useFilters();
  return (
    <select
      className={control.input}
      aria-label={label ?? all}
      value={filters.get(name) ?? (all === undefined ? Object.keys(options)[0] : "")}
      onChange={({ target }) => set(name, target.value)}
    >
      {all !== undefined && <option value="">{all}</option>}
      {Object.entries(options).map(([value, optionText]) => (
        <option key={value} value={value}>
          {optionText}
        </option>
      ))}
    </select>
  );
}
