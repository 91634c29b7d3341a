import { linePath } from "@shared/components/chart-scale";
import { useStats } from "./stats";
import * as css from "./status.module.css";

const WIDTH = 220;
const HEIGHT = 34;

/** A sparkline of the day; the chart below shows the same data in detail. */
export function Spark() {
  const { data } = useStats();
  const values = data?.history.map(({ online_players }) => online_players) ?? [];
  const max = Math.max(1, ...values);
  const line = linePath(
    values.map((value, index) => ({
      x: (index / (values.length - 1)) * WIDTH,
      y: HEIGHT - 2 - (value / max) * (HEIGHT - 6),
    })),
  );
  return (
    <svg className={css.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <linearGradient id="spark" x2="0" y2="1">
          <stop stopColor="currentcolor" stopOpacity="0.4" />
          <stop offset="1" stopColor="currentcolor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {line && <path d={`${line}V${HEIGHT}H0z`} fill="url(#spark)" />}
      {line && <path d={line} fill="none" stroke="currentcolor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}
