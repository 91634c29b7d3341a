import * as text from "text:reports";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { FoldedTable } from "@shared/components/Table";
import { formatAverage, formatShortDay } from "@shared/dates";
import type { BossAnswer } from "./answers";
import * as barCss from "./bars.module.css";
import { formatBarDay } from "./format";
import * as css from "./reports.module.css";

const HEIGHT = 120;
/** Hours between the last kills, the oldest first. */
export function Intervals({ report: { died_at, earlier } }: { report: BossAnswer }) {
  if (earlier.length === 0) return null;
  const moments = [died_at, ...earlier];
  const bars = earlier
    .map((at, index) => ({
      at: moments[index] ?? at,
      hours: (Date.parse(moments[index] ?? at) - Date.parse(at)) / 36e5,
    }))
    .reverse();
  const max = Math.max(...bars.map(({ hours }) => hours));
  return (
    <Panel padded aria-labelledby="intervals">
      <h2 id="intervals" className={css.title}>
        {text.intervals}
      </h2>
      <ol className={barCss.bars} aria-hidden="true">
        {bars.map(({ at, hours }) => (
          <li key={at}>
            <b>{formatAverage(hours)}</b>
            <svg height={(hours / max) * HEIGHT} />
            <LocalTime at={at} format={formatBarDay} />
          </li>
        ))}
      </ol>
      <FoldedTable
        label={text.intervals}
        columns={[text.kill, text.hours]}
        rows={bars.map(({ at, hours }) => [
          <LocalTime key={at} at={at} format={formatShortDay} />,
          formatAverage(hours),
        ])}
      />
    </Panel>
  );
}
