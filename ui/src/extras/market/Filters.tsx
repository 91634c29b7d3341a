import * as text from "text:market";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Field, SearchField, SelectField } from "@shared/components/Field";
import { Icon } from "@shared/components/Icon";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { FILTERS, PARAMETERS, type Page, withoutSeparators } from "./answers";
import * as css from "./filters.module.css";

const NUMBERS: readonly string[] = ["min_enchant", "max_price"];

/** A search kept in the address. It works as a form of the browser too. */
export function Filters({ towns }: { towns: Page["towns"] }) {
  const [query, setQuery] = useSearchParams();
  const [isExpanded, setExpanded] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const active = FILTERS.filter((name) => query.get(name)).length;
  const search = `${query}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields follow the address, as after Back
  useEffect(() => form.current?.reset(), [search]);
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const next = new URLSearchParams();
    for (const name of PARAMETERS) {
      const typed = `${values.get(name) ?? ""}`.trim();
      const value = NUMBERS.includes(name) ? withoutSeparators(typed) : typed;
      if (value) next.set(name, value);
    }
    setQuery(next);
  };
  const town = query.get("town") ?? "";
  return (
    <form ref={form} className={css.form} action="" onSubmit={apply} aria-label={shared.search} noValidate>
      {query.get("side") === "buy" && <input type="hidden" name="side" value="buy" />}
      <div className={css.search}>
        <SearchField name="q" label={text.item} defaultValue={query.get("q") ?? ""} maxLength={50} />
        <Button type="submit" look="primary">
          {shared.search}
        </Button>
      </div>
      <button
        type="button"
        className={css.toggle}
        aria-expanded={isExpanded}
        aria-controls={id}
        onClick={() => setExpanded(!isExpanded)}
      >
        <span>
          {text.filters} {active > 0 && <b className={css.count}>{active}</b>}
        </span>
        <Icon name="down" />
      </button>
      <div id={id} className={classes(css.fields, !isExpanded && css.folded)}>
        <SelectField
          name="town"
          label={text.town}
          value={town}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          <option value="">{text.allTowns}</option>
          {town && !towns.some(({ name }) => name === town) && <option>{town}</option>}
          {towns.map(({ name, shops }) => (
            <option key={name} value={name}>
              {`${name} (${shops})`}
            </option>
          ))}
        </SelectField>
        <Numeric name="min_enchant" label={text.enchant} value={query.get("min_enchant")} />
        <Numeric name="max_price" label={text.highest} value={query.get("max_price")} />
        <Button
          className={css.clear}
          look="ghost"
          disabled={active === 0 && !query.get("q")}
          onClick={() => setQuery(query.get("side") === "buy" ? { side: "buy" } : {})}
        >
          {text.clear}
        </Button>
      </div>
    </form>
  );
}

const Numeric = ({ name, label, value }: { name: string; label: string; value: string | null }) => (
  <Field name={name} label={label} type="text" inputMode="numeric" pattern="[0-9]*" defaultValue={value ?? ""} />
);
