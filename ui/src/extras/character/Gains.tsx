import * as text from "text:character";
import * as dates from "text:dates";
import * as game from "text:game";
import * as shared from "text:shared";
import { dayOf, formatTick } from "@shared/charts/days";
import { GainsOfSpans } from "@shared/charts/GainsOfSpans";
import { EmptyState } from "@shared/components/EmptyState";
import { Icon } from "@shared/components/Icon";
import { Section } from "@shared/components/Section";
import { ShortNumber } from "@shared/components/ShortNumber";
import { formatProgress } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { formatPlaytime } from "@shared/shortDurations";
import type { ReactNode } from "react";
import * as css from "./character.module.css";
import { type Fall, fallsOf, type History, type Progress, weeklyValues } from "./days";

type Span = Progress["gains"][number];
type Metric = "pvp" | "pk" | "exp" | "level" | "playtime";

interface Current {
  pvp_kills: number;
  pk_kills: number;
  level: number;
  exp_percent: number;
}

const SPANS = [1, 7, 30] as const;
const MINUTE = 60;
const MAX_FALLS = 3;

/** Gains of the character, to the last full hour. */
export function Gains({ current, progress, history }: { current: Current; progress: Progress; history?: History }) {
  const rows = [
    ["pvp", "pvp_kills", game.pvpKills, formatNumber(current.pvp_kills)],
    ["pk", "pk_kills", game.pkKills, formatNumber(current.pk_kills)],
    ["exp", "exp", game.experience, formatProgress(current.level, current.exp_percent)],
    ["level", "level", game.level, String(current.level)],
    ["playtime", "playtime", text.timePlayed, ""],
  ] as const;
  const spans = SPANS.map((days) => progress.gains.find((span) => span.days === days) as Span);
  const names = [shared.today, dates.sevenDays, dates.thirtyDays];
  return (
    <Section title={text.gains} note={text.gainsNote}>
      <GainsOfSpans
        heads={{ metric: shared.what, spans: names, weeks: dates.twelveWeeks }}
        rows={rows.map(([metric, column, name, now]) => ({
          name,
          now,
          gains: spans.map((span) => ({
            value: <Amount metric={metric} gain={span[metric]} />,
            isPositive: span[metric].value > 0,
          })),
          weeks: history && weeklyValues(history, column),
        }))}
      />
      {history && fallsOf(history).slice(-MAX_FALLS).map(fallNote)}
    </Section>
  );
}

const KILLS: readonly Metric[] = ["pvp", "pk"];

/** Kills that fell were reset: no gain. Experience also falls at a death. */
function Amount({ metric, gain: { value, mark } }: { metric: Metric; gain: Span["pvp"] }): ReactNode {
  if (mark === "fell" && KILLS.includes(metric)) return <small>{text.reset}</small>;
  if (mark === "limit" && value === 0) return <small>{text.limit}</small>;
  if (value === 0) return "0";
  if (metric === "playtime") return `+${formatPlaytime(value * MINUTE)}`;
  return <ShortNumber value={value} format={(amount, write) => `+${write(amount)}`} />;
}

function fallNote({ date, metric, valueBefore, valueAfter }: Fall) {
  const metricName = metric === "pvp_kills" ? game.pvpKills : game.pkKills;
  const figures = {
    day: formatTick(dayOf(date)),
    what: metricName,
    before: formatNumber(valueBefore),
    after: formatNumber(valueAfter),
  };
  return (
    <p key={date + metric} className={css.fall}>
      <Icon name="alert" />
      {text.fell(figures)}
    </p>
  );
}

/** Stands for gains, records and charts of a character that is new. */
export function NotYet() {
  return (
    <Section title={text.gains}>
      <EmptyState drawing="lantern" title={text.tomorrow}>
        {text.tomorrowText}
      </EmptyState>
    </Section>
  );
}
