import * as text from "text:adminInsight";
import * as shared from "text:shared";
import { type Column, DataTable } from "@admin/parts/DataTable";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import { Empty } from "@admin/parts/States";
import { count } from "@admin/players/format";
import { LANGUAGE } from "@shared/format";
import * as css from "./punch-card.module.css";

type Averages = readonly (readonly (number | null)[])[];
interface Cell {
  day: number;
  hour: number;
  players: number;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const [WIDTH, HEIGHT] = [24, 12];
const ROW = HEIGHT / 7;
const LARGEST = 0.5;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

const weekday = (style: "short" | "long") => {
  const format = new Intl.DateTimeFormat(LANGUAGE, { weekday: style, timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => format.format(MONDAY + day * DAY_MS));
};
const [SHORT, LONG] = [weekday("short"), weekday("long")];
const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** Average players by weekday and hour: a dot's area is the count. The same numbers stand in a table. */
export function PunchCard({ averages }: { averages: Averages }) {
  const cells = averages.flatMap((hours, day) =>
    hours.flatMap((players, hour): readonly Cell[] => (players === null ? [] : [{ day, hour, players }])),
  );
  const sortedCells = cells.toSorted((a, b) => a.players - b.players);
  const [emptiestCell, fullestCell] = [sortedCells[0], sortedCells.at(-1)];
  if (!(emptiestCell && fullestCell)) {
    return (
      <Panel title={text.punchCard}>
        <Empty>{shared.noCounts}</Empty>
      </Panel>
    );
  }
  const name = ({ day, hour, players }: Cell) =>
    text.cell({ day: LONG[day] ?? "", hour: clock(hour), players: count(Math.round(players)) });
  return (
    <Panel
      title={text.punchCard}
      note={text.punchCardNote}
      footer={<span>{text.extremes({ most: name(fullestCell), least: name(emptiestCell) })}</span>}
    >
      <div className={css.punch} aria-hidden="true">
        <div className={css.days}>
          {SHORT.map((day) => (
            <span key={day}>{day}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="presentation">
          {cells.map((cell) => (
            <circle
              key={`${cell.day} ${cell.hour}`}
              cx={cell.hour + 0.5}
              cy={(cell.day + 0.5) * ROW}
              r={LARGEST * Math.sqrt(cell.players / Math.max(1, fullestCell.players))}
            >
              <title>{name(cell)}</title>
            </circle>
          ))}
        </svg>
        <div className={css.hours}>
          {HOURS.filter((hour) => hour % 3 === 0).map((hour) => (
            <span key={hour}>{String(hour).padStart(2, "0")}</span>
          ))}
        </div>
      </div>
      <details className={layout.body}>
        <summary>{text.table}</summary>
        <DataTable
          caption={text.punchCard}
          showsAll
          tight
          columns={columnsOf(averages)}
          rows={HOURS}
          keyOf={(hour) => hour}
        />
      </details>
    </Panel>
  );
}

const columnsOf = (averages: Averages): readonly Column<number>[] => [
  { title: text.hour, value: clock },
  ...SHORT.map((title, day) => ({
    title,
    kind: "number" as const,
    value: (hour: number) => {
      const players = averages[day]?.[hour];
      return players == null ? "–" : count(Math.round(players));
    },
  })),
];
