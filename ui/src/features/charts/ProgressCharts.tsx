import { useGet } from "@shared/api/useGet";
import { DataTable } from "@shared/components/DataTable";
import { Plot } from "@shared/components/Plot";
import { formatNumber, formatPercent } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import { useMemo } from "react";
import { ChartPanel } from "./ChartPanel";
import * as css from "./charts.module.css";
import { formatDate, weeksInWords } from "./days";
import { drawKills } from "./drawKills";
import { drawLevels } from "./drawLevels";
import { describeLevels, type Levels, levelsOf } from "./levels";
import { describeKills, type Week, weeksOf } from "./weeks";

const NO_VALUE = "–";

/** Level and kill charts of the last twelve weeks. */
export function ProgressCharts() {
  return (
    <section className={css.charts} aria-labelledby="progress">
      <h2 id="progress" className={utility.hidden}>
        Progress
      </h2>
      <LevelChart />
      <KillsChart />
    </section>
  );
}

function LevelChart() {
  const { data, error } = useGet("/api/player/progression-data");
  const levels = useMemo(() => data && levelsOf(data), [data]);
  return (
    <ChartPanel
      title="Level"
      aside={levels && weeksInWords(levels.weeks)}
      state={stateOf(levels, error)}
      empty="Levels are recorded once a day. Your level chart starts in 2 days."
    >
      {levels && <LevelFigure levels={levels} />}
    </ChartPanel>
  );
}

function LevelFigure({ levels }: { levels: Levels }) {
  const draw = useMemo(() => drawLevels(levels), [levels]);
  const { days, lines } = levels;
  const rows = days
    .map((day, index) => [formatDate(day), ...lines.map(({ values }) => formatLevel(values[index]))])
    .filter(([, ...figures]) => figures.some((figure) => figure !== NO_VALUE));
  return (
    <figure>
      <Plot label={describeLevels(levels)} draw={draw} className={css.field} />
      <DataTable
        label="Levels by day, as a table"
        columns={["Day", ...lines.map(({ name }) => name)]}
        rows={rows.reverse()}
      />
    </figure>
  );
}

/** "78, 64.2%" */
const formatLevel = (value: number | null | undefined) =>
  value === null || value === undefined ? NO_VALUE : `${Math.floor(value)}, ${formatPercent(value % 1)}`;

function KillsChart() {
  const { data, error } = useGet("/api/player/pvp-performance");
  const weeks = useMemo(() => data && weeksOf(data), [data]);
  const keys = (
    <>
      <span className={css.pvp}>PvP</span>
      <span className={css.pk}>PK</span>
    </>
  );
  return (
    <ChartPanel
      title="Kills by week"
      aside={keys}
      state={stateOf(weeks, error)}
      empty="Kills are counted once a day. Your first data point appears tomorrow."
    >
      {weeks && <KillsFigure weeks={weeks} />}
    </ChartPanel>
  );
}

function KillsFigure({ weeks }: { weeks: readonly Week[] }) {
  const draw = useMemo(() => drawKills(weeks), [weeks]);
  const rows = weeks
    .filter(({ recorded }) => recorded)
    .map(({ monday, pvp, pk, running }) => [
      `${formatDate(monday)}${running ? " (running)" : ""}`,
      formatNumber(pvp),
      formatNumber(pk),
    ]);
  return (
    <figure>
      <Plot label={describeKills(weeks)} draw={draw} className={css.field} />
      <DataTable label="Kills by week, as a table" columns={["Week of", "PvP", "PK"]} rows={rows.reverse()} />
    </figure>
  );
}

function stateOf(figures: object | null | undefined, error: unknown) {
  if (figures) return "drawn";
  if (figures === null) return "empty";
  return error ? "failed" : "loading";
}
