import * as text from "text:character";
import * as dates from "text:dates";
import * as game from "text:game";
import * as shared from "text:shared";
import { formatCalendarDay } from "@shared/calendarDay";
import { dayOf, formatDate } from "@shared/charts/days";
import { type RecordEntry, RecordList } from "@shared/components/RecordList";
import { Section } from "@shared/components/Section";
import { formatNumber } from "@shared/format";
import { activityOf, type Day, type History, longestRun, type Progress } from "./days";

const NAMES = { day: game.mostInDay, week: game.mostInWeek, month: text.recordMonth };

/** The best that the character has done since tracking began. */
export function Records({ progress, history, days }: { progress: Progress; history?: History; days: readonly Day[] }) {
  const entries = [...ofGains(progress), ...(history ? ofHistory(history, days) : pendingOf(progress))];
  if (!entries.length) return null;
  return (
    <Section title={shared.records} note={dates.since({ day: formatCalendarDay(progress.tracked_since) })}>
      <RecordList records={entries} />
    </Section>
  );
}

function ofGains({ records }: Progress): RecordEntry[] {
  const kills = (["day", "week", "month"] as const).flatMap((length) =>
    records.filter(({ metric, period }) => metric === "pvp" && period === length),
  );
  return kills.map(({ period, value, day }) => ({
    name: NAMES[period],
    note: period === "day" ? formatDate(dayOf(day)) : text.upTo({ day: formatDate(dayOf(day)) }),
    value: formatNumber(value),
  }));
}

/** Room for the records of the history, which is on its way. */
function pendingOf({ active_days }: Progress): RecordEntry[] {
  const names = active_days > 0 ? [text.bestRank, text.longestRun] : [text.bestRank];
  return names.map((name) => ({ name, note: "\u00a0", value: "–" }));
}

function ofHistory({ pvp_ranks: ranks }: History, days: readonly Day[]): RecordEntry[] {
  const best = ranks.reduce<(typeof ranks)[number] | undefined>(
    (bestSoFar, rank) => (bestSoFar && bestSoFar.rank <= rank.rank ? bestSoFar : rank),
    undefined,
  );
  const run = longestRun(days, activityOf(days));
  return [
    ...(best ? [{ name: text.bestRank, note: formatDate(dayOf(best.day)), value: `#${formatNumber(best.rank)}` }] : []),
    ...(run
      ? [{ name: text.longestRun, note: text.upTo({ day: formatDate(dayOf(run.end)) }), value: String(run.length) }]
      : []),
  ];
}
