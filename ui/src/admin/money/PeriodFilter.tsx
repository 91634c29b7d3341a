import * as text from "text:adminMoney";
import { Field } from "../parts/Field";
import { useFilters } from "../parts/useFilters";

/** The first and the last day of the figures and rows. */
export function PeriodFilter({ first, last }: { first: string; last: string }) {
  const { set } = useFilters();
  const day = (name: string, label: string, value: string) => (
    <Field
      label={label}
      type="date"
      defaultValue={value}
      onBlur={({ target }) => target.value !== value && set(name, target.value)}
    />
  );
  return (
    <div className="filters">
      {day("since", text.from, first)}
      {day("until", text.to, last)}
    </div>
  );
}
