import * as text from "text:adminOverview";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { Panel } from "../parts/Panel";
import { shortDay } from "../players/format";
import { usePermission } from "../session";
import { formatPrice, moneyOf } from "./money";

/** Today first. The bar repeats the amount for the eye. */
export function Revenue({ days }: { days: readonly Body<"RevenueDay">[] }) {
  const max = Math.max(1, ...days.map(({ amount }) => amount));
  const { allowed } = usePermission("money.read");
  return (
    <Panel title={text.revenue}>
      <table className="t tight">
        <caption className="visually-hidden">{text.revenue}</caption>
        <thead>
          <tr>
            <th scope="col">{text.day}</th>
            <th scope="col" className="n">
              {text.amount}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, amount }) => (
            <tr key={day}>
              <th scope="row">{allowed ? <Link to={moneyOf(day)}>{shortDay(day)}</Link> : shortDay(day)}</th>
              <td className="n">{formatPrice(amount)}</td>
              <td aria-hidden="true">
                <progress className="bar" max={max} value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
