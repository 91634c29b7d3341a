import * as text from "text:admin";
import type { Body } from "../api/useAdmin";

type Values = Body<"LoggedChange">["before"];

/** The changed values, a row for each: "before → after". */
export function Values({ before, after }: { before: Values; after: Values }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => shown(before?.[name]) !== shown(after?.[name]));
  return (
    <table className="diff">
      <caption className="hush">{text.beforeAfter}</caption>
      <tbody>
        {changed.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {before && <s>{shown(before[name])}</s>}
              <b>{after ? shown(after[name]) : text.removed}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names and numbers as the service has them; a missing value is a dash. */
export const shown = (value: unknown): string =>
  value === null || value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value);
