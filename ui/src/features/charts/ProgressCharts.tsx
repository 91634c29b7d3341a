import * as text from "text:charts";
import { useGet } from "@shared/api/useGet";
import { DataTable } from "@shared/components/DataTable";
import { formatNumber } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import { useMemo } from "react";
import { ChartPanel } from "./ChartPanel";
import * as css from "./charts.module.css";
import { formatDate } from "./days";
import { KillsChart } from "./KillsChart";
import { formatLevel, LevelChart } from "./LevelChart";
import { type Levels, levelsOf } from "./levels";
import { type Week, weeksOf } from "./weeks";

const NO_VALUE = "–";

/** Level and kill charts of the last twelve weeks. */
export function ProgressCharts() {
  return (
    <section className={css.charts} aria-labelledby="progress">
      <h2 id="progress" className={utility.hidden}>
        {text.progress}
      </h2>
      <LevelPanel />
      <KillsPanel />
    </section>
  );
}

function LevelPanel() {
  const { data, error } = useGet("/api/player/progression-data");
  const levels = useMemo(() => data && levelsOf(data), [data]);
  return (
    <ChartPanel
      title={text.level}
      aside={levels && text.weeks({ count: levels.weeks })}
      state={stateOf(levels, error)}
      empty={text.noLevels}
    >
      {levels && <LevelFigure levels={levels} />}
    </ChartPanel>
  );
}

function LevelFigure({ levels }: { levels: Levels }) {
  const { days, lines } = levels;
  const rows = days
    .map((day, index) => [formatDate(day), ...lines.map(({ values }) => cellText(values[index]))])
    .filter(([, ...figures]) => figures.some((figure) => figure !== NO_VALUE));
  return (
    <figure>
      <LevelChart levels={levels} />
      <DataTable label={text.levelTable} columns={[text.day, ...lines.map(({ name }) => name)]} rows={rows.reverse()} />
    </figure>
  );
}

const cellText = (value: number | null | undefined) =>
  value === null || value === undefined ? NO_VALUE : formatLevel(value);

function KillsPanel() {
  const { data, error } = useGet("/api/player/pvp-performance");
  const weeks = useMemo(() => data && weeksOf(data), [data]);
  const keys = (
    <>
      <span className={css.pvp}>PvP</span>
      <span className={css.pk}>{text.ownScale}</span>
    </>
  );
  return (
    <ChartPanel title={text.kills} aside={keys} state={stateOf(weeks, error)} empty={text.noKills}>
      {weeks && <KillsFigure weeks={weeks} />}
    </ChartPanel>
  );
}

function KillsFigure({ weeks }: { weeks: readonly Week[] }) {
  const rows = weeks
    .filter(({ recorded }) => recorded)
    .map(({ monday, pvp, pk, running }) => [
      running ? text.running({ day: formatDate(monday) }) : formatDate(monday),
      formatNumber(pvp),
      formatNumber(pk),
    ]);
  return (
    <figure>
      <KillsChart weeks={weeks} />
      <DataTable label={text.killsTable} columns={[text.week, "PvP", "PK"]} rows={rows.reverse()} />
    </figure>
  );
}

function stateOf(figures: object | null | undefined, error: unknown) {
  if (figures) return "drawn";
  if (figures === null) return "empty";
  return error ? "failed" : "loading";
}
