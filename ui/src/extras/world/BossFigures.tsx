import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
import { Figure, Figures } from "@shared/components/Figures";
import { LocalTime } from "@shared/components/LocalTime";
import { formatRemaining } from "@shared/durations";
import { formatNumber } from "@shared/format";
import { dayAtSite, useZoneOffsets } from "@shared/siteZone";
import { type Boss, stateOf, windowOf } from "./bossStates";

interface Props {
  bosses: readonly Boss[];
  now: Date | null;
  /** Of the last reading until the reader's is known. */
  clock: Date;
}

/**
 * Values that depend on the clock are dashes until the page is hydrated, and their notes are those of the last reading;
 * there are none of windows without any.
 */
export function BossFigures({ bosses, now, clock }: Props) {
  const open = bosses.filter((boss) => stateOf(boss, clock) === "open");
  const alive = bosses.filter(({ state }) => state === "alive");
  const offsets = useZoneOffsets();
  const dayOf = (at: Date) => (now ? at.toDateString() : dayAtSite(at, offsets));
  const isToday = (at: Date) => dayOf(at) === dayOf(clock);
  const next = nextWindow(bosses, clock);
  const today = bosses.filter(({ died_at }) => died_at && isToday(new Date(died_at)));
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
          <Figure
            label={text.opensNext}
            note={
              next && (
                <>
                  {next.boss.name}, <LocalTime at={next.window.from.toISOString()} format={formatAppointment} />
                </>
              )
            }
          >
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
