import * as text from "text:adminOverview";
import { formatHour, formatNumber } from "@shared/format";
import type { Body } from "../api/useAdmin";
import { Panel } from "../parts/Panel";
import { Empty } from "../parts/States";

type Point = Body<"HistoryPoint">;

const DAY_MS = 86_400_000;

/** A line for today and one for the day before, with the same numbers as a table. */
export function PlayersChart({ points }: { points: readonly Point[] }) {
  const last = Date.parse(points.at(-1)?.at ?? "");
  const max = Math.max(1, ...points.flatMap(({ online_players, day_before }) => [online_players, day_before ?? 0]));
  const x = ({ at }: Point) => 100 - ((last - Date.parse(at)) / DAY_MS) * 100;
  const line = (value: (point: Point) => number | null) =>
    points
      .filter((point) => value(point) !== null)
      .map(
        (point, index) =>
          `${index ? "L" : "M"}${x(point).toFixed(2)} ${(100 - ((value(point) ?? 0) / max) * 100).toFixed(2)}`,
      )
      .join("");
  return (
    <Panel title={text.chart} note={text.chartNote}>
      {points.length === 0 ? (
        <Empty>{text.chartNone}</Empty>
      ) : (
        <>
          <div className="chart">
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className="gl" d="M0 0H100M0 50H100M0 100H100" fill="none" />
              <path className="l2" d={line(({ day_before }) => day_before ?? null)} />
              <path className="l1" d={line(({ online_players }) => online_players)} />
            </svg>
            <span className="y top-mark">{formatNumber(max)}</span>
            <span className="y bottom-mark">0</span>
          </div>
          <p className="xax">
            <span>{formatHour(new Date(last - DAY_MS))}</span>
            <span>{formatHour(new Date(last))}</span>
          </p>
          <details className="body">
            <summary>{text.table}</summary>
            <table className="t">
              <thead>
                <tr>
                  <th scope="col">{text.time}</th>
                  <th scope="col" className="n">
                    {text.today}
                  </th>
                  <th scope="col" className="n">
                    {text.dayBefore}
                  </th>
                </tr>
              </thead>
              <tbody>
                {points.map(({ at, online_players, day_before }) => (
                  <tr key={at}>
                    <th scope="row">{formatHour(new Date(at))}</th>
                    <td className="n">{formatNumber(online_players)}</td>
                    <td className="n">{day_before == null ? "–" : formatNumber(day_before)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </Panel>
  );
}
