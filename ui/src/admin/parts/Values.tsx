import * as shared from "text:shared";
import { hidden } from "@shared/styles/utility.module.css";
import type { Body } from "../api/useAdmin";
import * as css from "./values.module.css";

type Values = Body<"LoggedChange">["before"];

/** The changed values, a row for each: "before → after". */
export function Values({ oldValues, newValues }: { oldValues: Values; newValues: Values }) {
  const names = [...new Set([...Object.keys(oldValues ?? {}), ...Object.keys(newValues ?? {})])];
  const changedNames = names.filter((name) => valueText(oldValues?.[name]) !== valueText(newValues?.[name]));
  return (
    <table className={css.diff}>
      <caption className={hidden}>{shared.beforeAndAfter}</caption>
      <tbody>
        {changedNames.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {oldValues && <s>{valueText(oldValues[name])}</s>}
              <b>{newValues ? valueText(newValues[name]) : shared.removed}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names and numbers as the service has them; a missing value is a dash. */
export const valueText = (value: unknown): string =>
  value === null || value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value);
