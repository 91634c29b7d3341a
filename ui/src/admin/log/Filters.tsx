import * as text from "text:adminLog";
import { useSearchParams } from "react-router-dom";

interface Props {
  operators: readonly string[];
  commands: readonly string[];
}

export function Filters({ operators, commands }: Props) {
  const [filters, setFilters] = useSearchParams();
  const set = (name: string, value: string) => {
    const changed = new URLSearchParams(filters);
    changed.delete("before");
    if (value === "") changed.delete(name);
    else changed.set(name, value);
    setFilters(changed, { replace: true });
  };
  const select = (name: string, label: string, all: string, options: readonly (readonly [string, string])[]) => (
    <select
      className="input"
      aria-label={label}
      value={filters.get(name) ?? ""}
      onChange={(event) => set(name, event.target.value)}
    >
      <option value="">{all}</option>
      {options.map(([value, shown]) => (
        <option key={value} value={value}>
          {shown}
        </option>
      ))}
    </select>
  );
  return (
    <div className="filters">
      {select("by", text.who, text.anyone, operators.map(same))}
      {select("command", text.what, text.anything, commands.map(same))}
      {select("via", text.through, text.anyWay, Object.entries(text.vias))}
      {select("refused", text.refusals, text.withRefused, [
        ["without", text.withoutRefused],
        ["only", text.onlyRefused],
      ])}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          set("subject", String(new FormData(event.currentTarget).get("subject")).trim());
        }}
      >
        <input
          className="input"
          name="subject"
          type="search"
          aria-label={text.subject}
          placeholder={text.subjectHint}
          defaultValue={filters.get("subject") ?? ""}
        />
      </form>
    </div>
  );
}

const same = (value: string) => [value, value] as const;
