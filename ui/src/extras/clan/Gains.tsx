import * as text from "text:clan";
import * as dates from "text:dates";
import * as game from "text:game";
import * as shared from "text:shared";
import { GainsOfSpans } from "@shared/charts/GainsOfSpans";
import { Section } from "@shared/components/Section";
import { formatNumber } from "@shared/format";
import type { ClanHistory, ClanPage } from "./answers";

const SPANS = [1, 7, 30] as const;

/** Gains of the present members, and changes of the sums, with the last twelve weeks. */
export function Gains({ clan, history }: { clan: ClanPage["clan"]; history: ClanHistory }) {
  const levels = Math.round(clan.average_level * clan.members);
  const rows = [
    ["pvp_kills", game.pvpKills, clan.pvp_kills],
    ["pk_kills", game.pkKills, clan.pk_kills],
    ["reputation", text.reputation, clan.reputation],
    ["levels", text.levels, levels],
    ["members", text.members, clan.members],
  ] as const;
  return (
    <Section title={text.gains} note={text.gainsNote}>
      <GainsOfSpans
        heads={{
          metric: shared.what,
          spans: [shared.today, dates.sevenDays, dates.thirtyDays],
          weeks: dates.twelveWeeks,
        }}
        rows={rows.map(([key, name, now]) => ({
          name,
          now: formatNumber(now),
          gains: SPANS.map((days) => changeOf(history.gains[String(days)]?.[key])),
          weeks: history.weeks.map((week) => week[key]),
        }))}
      />
    </Section>
  );
}

function changeOf(value: number | null | undefined) {
  if (value === null || value === undefined) return { value: "–", isPositive: false };
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return { value: sign + formatNumber(Math.abs(value)), isPositive: value > 0 };
}
