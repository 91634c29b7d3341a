import { linePath } from "@shared/components/chart-scale";
import { Table } from "@shared/components/Table";
import type { ReactNode } from "react";
import * as css from "./gains-of-spans.module.css";

interface Gain {
  /** Empty: unknown. */
  value: ReactNode;
  isPositive: boolean;
}

interface GainsRow {
  name: string;
  /** The present value. */
  now: string;
  /** One for each span. */
  gains: readonly Gain[];
  /** Weekly values of the last twelve weeks. */
  weeks: readonly number[] | undefined;
}

interface GainsOfSpansProps {
  /** Column headers: metric, spans, last twelve weeks. */
  heads: { metric: string; spans: readonly string[]; weeks: string };
  rows: readonly GainsRow[];
}

/** Gains over several spans, and a line of the last twelve weeks. */
export const GainsOfSpans = ({ heads, rows }: GainsOfSpansProps) => (
  <Table
    className={css.gains}
    cards={false}
    rows={rows}
    keyOf={({ name }) => name}
    columns={[
      { name: heads.metric, show: ({ name, now }) => [name, <small key="now">{now}</small>] },
      ...heads.spans.map((name, index) => ({
        name,
        cell: ({ gains }: GainsRow) => ({ "data-gained": gains[index]?.isPositive ? "" : undefined }),
        show: ({ gains }: GainsRow) => gains[index]?.value,
      })),
      { name: heads.weeks, show: ({ weeks }) => weeks && <Spark values={weeks} /> },
    ]}
  />
);

const [WIDTH, HEIGHT] = [104, 30];

function Spark({ values }: { values: readonly number[] }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number) => HEIGHT - 4 - ((HEIGHT - 8) * (value - low)) / (high - low || 1);
  const points = values.map((value, index) => ({ x: 1 + ((WIDTH - 6) * index) / (values.length - 1), y: y(value) }));
  const end = points.at(-1);
  if (!end || points.length < 2) return null;
  return (
    <svg className={css.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={linePath(points)} />
      <circle cx={end.x} cy={end.y} r="2.5" />
    </svg>
  );
}
