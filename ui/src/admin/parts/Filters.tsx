import { useFilters } from "../money/useFilters";

interface Props {
  /** A text field: its name in the address, and what it says. */
  search: { name: string; label: string };
  selects?: readonly { name: string; all: string; options: Readonly<Record<string, string>> }[];
}

/** Filters of a table, which are in the address. */
export function Filters({ search, selects = [] }: Props) {
  const { filters, set } = useFilters();
  return (
    <div className="filters">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          set(search.name, String(new FormData(event.currentTarget).get(search.name)).trim());
        }}
      >
        <input
          className="input"
          name={search.name}
          type="search"
          maxLength={60}
          aria-label={search.label}
          placeholder={search.label}
          defaultValue={filters.get(search.name) ?? ""}
        />
      </form>
      {selects.map(({ name, all, options }) => (
        <select
          key={name}
          className="input"
          aria-label={all}
          value={filters.get(name) ?? ""}
          onChange={({ target }) => set(name, target.value)}
        >
          <option value="">{all}</option>
          {Object.entries(options).map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}
