import * as text from "text:adminMoney";
import { Field } from "@shared/components/Field";
import * as layout from "../parts/layout.module.css";
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
    <search className={layout.filters}>
      {day("since", text.from, first)}
      {day("until", text.to, last)}
    </search>
  );
}
