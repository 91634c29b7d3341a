import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
import { Figure, Figures } from "@shared/components/Figures";
import { isToday } from "@shared/dates";
import { formatRemaining } from "@shared/durations";
import { formatNumber } from "@shared/format";
import { type Boss, stateOf, windowOf } from "./bossStates";

/** Values that depend on the clock are dashes until the page is hydrated; there are none of windows without any. */
export function BossFigures({ bosses, now }: { bosses: readonly Boss[]; now: Date | null }) {
  const open = bosses.filter((boss) => stateOf(boss, now) === "open");
  const alive = bosses.filter(({ state }) => state === "alive");
  const next = now && nextWindow(bosses, now);
  const today = now ? bosses.filter(({ died_at }) => died_at && isToday(new Date(died_at), now)) : [];
  const clans = new Set(today.flatMap(({ killers }) => (killers ?? []).flatMap(({ clan }) => clan?.clan_id ?? [])));
  return (
    <Figures>
      {bosses.some(windowOf) && (
        <>
          <Figure
            label={text.openNow}
            tone={open.length > 0 ? "ember" : undefined}
            note={open
              .slice(0, 2)
              .map(({ name }) => name)
              .join(", ")}
          >
            {now ? formatNumber(open.length) : "–"}
          </Figure>
          <Figure label={text.opensNext} note={next && `${next.boss.name}, ${formatAppointment(next.window.from)}`}>
            {now && next ? formatRemaining(next.window.from, now) : "–"}
          </Figure>
        </>
      )}
      <Figure label={text.aliveNow} tone="good" note={text.ofTracked({ count: bosses.length })}>
        {formatNumber(alive.length)}
      </Figure>
      <Figure label={text.killedToday} note={clans.size > 0 && text.clansTookPart({ count: clans.size })}>
        {now ? formatNumber(today.length) : "–"}
      </Figure>
    </Figures>
  );
}

function nextWindow(bosses: readonly Boss[], now: Date) {
  const coming = bosses.flatMap((boss) => {
    const window = boss.state === "dead" && windowOf(boss);
    return window && window.from > now ? [{ boss, window }] : [];
  });
  return coming.reduce<(typeof coming)[number] | undefined>(
    (first, candidate) => (first && first.window.from <= candidate.window.from ? first : candidate),
    undefined,
  );
}
