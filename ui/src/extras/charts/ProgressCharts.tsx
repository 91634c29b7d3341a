import * as text from "text:charts";
import * as game from "text:game";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { ChartPanel, stateOf } from "@shared/charts/ChartPanel";
import * as css from "@shared/charts/charts.module.css";
import { formatDate } from "@shared/charts/days";
import { KillsPanel } from "@shared/charts/KillsPanel";
import { FoldedTable } from "@shared/components/Table";
import * as utility from "@shared/styles/utility.module.css";
import { useMemo } from "react";
import { formatLevel, LevelChart } from "./LevelChart";
import { type Levels, levelsOf } from "./levels";

const NO_VALUE = "–";

/** Level and kill charts of the last twelve weeks. */
export default function ProgressCharts() {
  return (
    <section className={css.charts} aria-labelledby="progress">
      <h2 id="progress" className={utility.hidden}>
        {text.progress}
      </h2>
      <LevelPanel />
      <OwnKillsPanel />
    </section>
  );
}

function OwnKillsPanel() {
  const { data, error } = useGet("/api/player/pvp-performance");
  return <KillsPanel history={data?.history} error={error} />;
}

function LevelPanel() {
  const { data, error } = useGet("/api/player/progression-data");
  const levels = useMemo(() => data && levelsOf(data), [data]);
  return (
    <ChartPanel
      title={game.level}
      note={levels && text.weeks({ count: levels.weeks })}
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
      <FoldedTable
        label={text.levelTable}
        columns={[shared.day, ...lines.map(({ name }) => name)]}
        rows={rows.reverse()}
      />
    </figure>
  );
}

const cellText = (value: number | null | undefined) =>
  value === null || value === undefined ? NO_VALUE : formatLevel(value);
