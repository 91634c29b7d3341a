import * as shared from "text:shared";
import { hidden } from "@shared/styles/utility.module.css";
import type { Body } from "../api/useAdmin";
import { formatMoment } from "./moment";
import * as css from "./values.module.css";

type Values = Body<"LoggedChange">["before"];

/** The changed values, a row for each: "before → after". */
export function Values({ oldValues, newValues }: { oldValues: Values; newValues: Values }) {
  const names = [...new Set([...Object.keys(oldValues ?? {}), ...Object.keys(newValues ?? {})])];
  const changedNames = names.filter(
    (name) => valueText(name, oldValues?.[name]) !== valueText(name, newValues?.[name]),
  );
  return (
    <table className={css.diff}>
      <caption className={hidden}>{shared.beforeAndAfter}</caption>
      <tbody>
        {changedNames.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {oldValues && <s>{valueText(name, oldValues[name])}</s>}
              <b>{newValues ? valueText(name, newValues[name]) : shared.removed}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Columns of the service that hold a time: epoch seconds or ISO 8601. */
const TIME = /(^|_)(at|until)$/;

/** Names and numbers as the service has them, times as times of the operator; a missing or empty value is a dash. */
export function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (TIME.test(name)) {
    const time = new Date(typeof value === "number" ? value * 1000 : String(value));
    if (!Number.isNaN(time.getTime())) return formatMoment(time, new Date());
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
