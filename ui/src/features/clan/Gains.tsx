import * as text from "text:clan";
import { formatNumber } from "@shared/format";
import type { ClanHistory, ClanPage } from "./answers";
import * as css from "./clan.module.css";
import { Section } from "./Section";

const SPANS = [1, 7, 30] as const;

/** Gains of the present members, and changes of the sums, with the last twelve weeks. */
export function Gains({ clan, history }: { clan: ClanPage["clan"]; history: ClanHistory }) {
  const levels = Math.round(clan.average_level * clan.members);
  const rows = [
    ["pvp_kills", text.pvp, clan.pvp_kills],
    ["pk_kills", text.pk, clan.pk_kills],
    ["reputation", text.reputation, clan.reputation],
    ["levels", text.levels, levels],
    ["members", text.members, clan.members],
  ] as const;
  const heads = [text.today, text.sevenDays, text.thirtyDays];
  return (
    <Section title={text.gains} note={text.gainsNote}>
      <table className={css.gains}>
        <thead>
          <tr>
            <th scope="col">{text.what}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" className={css.sparkCell}>
              {text.twelveWeeks}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, name, now]) => (
            <tr key={key}>
              <th scope="row">
                {name}
                <small>{formatNumber(now)}</small>
              </th>
              {SPANS.map((days) => (
                <Change key={days} value={history.gains[String(days)]?.[key] ?? null} />
              ))}
              <td className={css.sparkCell}>
                <Spark values={history.weeks.map((week) => week[key])} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Change({ value }: { value: number | null }) {
  if (value === null) return <td>–</td>;
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return <td data-sign={sign || undefined}>{sign + formatNumber(Math.abs(value))}</td>;
}

const [WIDTH, HEIGHT] = [104, 30];

function Spark({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const y = (value: number) => HEIGHT - 4 - ((value - least) / Math.max(1, most - least)) * (HEIGHT - 8);
  const points = values.map((value, index) => [3 + (index / (values.length - 1)) * (WIDTH - 6), y(value)] as const);
  const [endX, endY] = points.at(-1) ?? [0, 0];
  return (
    <svg className={css.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path d={`M${points.map(([x, at]) => `${x.toFixed(1)} ${at.toFixed(1)}`).join("L")}`} />
      <circle cx={endX} cy={endY} r={2.5} />
    </svg>
  );
}
