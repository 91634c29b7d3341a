import * as text from "text:compare";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { Panel } from "@shared/components/Panel";
import { FoldedTable } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import * as css from "./compare.module.css";
import type { Side } from "./rows";

const WEEKS = 12;
const [WIDTH, HEIGHT, BOTTOM] = [720, 200, 184];

interface Props {
  sides: readonly [Side, Side];
  addresses: readonly [string, string];
}

/** PvP kills of both in the last weeks; nothing without two closes of weeks of each. */
export function KillsOfBoth({ sides, addresses }: Props) {
  const left = useKills(addresses[0]);
  const right = useKills(addresses[1]);
  if (!left || !right) return null;
  const days = left.map(({ day }) => day).filter((day) => right.some((row) => row.day === day));
  const lines = [left, right].map((kills) => kills.filter(({ day }) => days.includes(day)).map(({ value }) => value));
  if (days.length < 2) return null;
  const all = lines.flat();
  const [min, max] = [Math.min(...all), Math.max(...all)];
  const x = (index: number) => 4 + (index / (days.length - 1)) * (WIDTH - 8);
  const y = (value: number) => BOTTOM - ((value - min) / Math.max(1, max - min)) * (BOTTOM - 12);
  return (
    <Panel padded className={css.chart} aria-labelledby="kills-of-both">
      <div className={css.chartHead}>
        <h2 id="kills-of-both">{text.killsOfWeeks}</h2>
        <p>
          {sides.map((side, index) => (
            <bdi key={addresses[index]} data-side={index}>
              {side.char_name}
            </bdi>
          ))}
        </p>
      </div>
      <p className={css.scale} aria-hidden="true">
        {formatNumber(max)}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={css.ground} d={`M0 ${BOTTOM}H${WIDTH}`} />
        {lines.map((values, side) => (
          <path
            key={addresses[side]}
            data-side={side}
            d={`M${values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`}
          />
        ))}
      </svg>
      <p className={css.scale} aria-hidden="true">
        {formatNumber(min)}
        <span>
          {formatCalendarDay(days[0] ?? "")} – {formatCalendarDay(days.at(-1) ?? "")}
        </span>
      </p>
      <FoldedTable
        label={text.killsOfWeeks}
        columns={[shared.day, ...sides.map(({ char_name }) => char_name)]}
        rows={days.map((day, index) => [
          formatCalendarDay(day),
          ...lines.map((values) => formatNumber(values[index] ?? 0)),
        ])}
      />
    </Panel>
  );
}

/** Kills at the closes of the days that are whole weeks before the last one. */
function useKills(address: string) {
  const { data } = useGet(`/api/characters/${address}/history` as "/api/characters/{name}/history", { weeks: WEEKS });
  return data?.data
    .toReversed()
    .filter((_, index) => index % 7 === 0)
    .toReversed()
    .map(({ day, pvp_kills }) => ({ day, value: pvp_kills }));
}
