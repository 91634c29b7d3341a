import * as economy from "text:adminEconomy";
import * as text from "text:adminOverview";
import { formatMoment } from "@shared/dates";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { explanation } from "../money/explanation";
import { useLinkTo } from "../pages";
import { Panel } from "../parts/Panel";
import { Empty, State } from "../parts/States";
import { count } from "../players/format";
import { usePermission } from "../session";
import { formatPrice } from "./money";

type Need = Body<"Need">;

const CENTAVOS = 100;

interface Props {
  needs: readonly Need[];
  hasMore: boolean;
}

export function Needs({ needs, hasMore }: Props) {
  return (
    <Panel first title={text.needs} note={hasMore ? `≥ ${needs.length}` : needs.length || undefined}>
      <div aria-live="polite">
        {needs.length === 0 ? (
          <Empty>{text.needsNone}</Empty>
        ) : (
          <table className="t fold two">
            <caption className="visually-hidden">{text.needs}</caption>
            <thead>
              <tr>
                <th scope="col">{text.what}</th>
                <th scope="col">{text.which}</th>
                <th scope="col" className="n">
                  {text.waiting}
                </th>
                <th scope="col" className="n">
                  {text.atStake}
                </th>
              </tr>
            </thead>
            <tbody>
              {needs.map((need) => (
                <Row key={need.subject} need={need} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  );
}

const alarmText = ({ kind, value, limit }: NonNullable<Need["alarm"]>): string =>
  `${economy.kinds[kind]}: ${count(value)} · ${economy.limit}: ${count(limit)}`;

function noteOf({ alarm, explanation: cause, text: note, subject }: Need): string {
  if (alarm) return alarmText(alarm);
  return cause ? explanation(cause) : note || subject;
}

function Row({ need }: { need: Need }) {
  const { kind, subject, account, since, coins, amount, alarm } = need;
  const isHot = kind !== "account_frozen";
  const log = usePermission("log.read");
  const name = account ?? alarm?.item ?? subject;
  const address = useLinkTo()(subject) ?? (log.allowed && `/log?subject=${encodeURIComponent(subject)}`);
  const stake = amount == null ? null : formatPrice(amount / CENTAVOS);
  return (
    <tr className={isHot ? "hotrow" : "warmrow"}>
      <th scope="row">
        <State tone={isHot ? "bad" : "wait"}>{text.kinds[kind]}</State>
      </th>
      <td className="wrapname">
        {address ? <Link to={address}>{name}</Link> : name}
        <small>{noteOf(need)}</small>
      </td>
      <td className="n" data-l={text.waiting}>
        {since == null ? "–" : formatMoment(new Date(since * 1000), new Date())}
      </td>
      <td className="n k" data-l={text.atStake}>
        {stake ?? (coins == null ? "–" : text.coins({ count: coins }))}
      </td>
    </tr>
  );
}
