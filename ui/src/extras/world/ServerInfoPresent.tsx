import * as text from "text:serverInfo";
import * as worldText from "text:world";
import { type Answer, useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { LocalTime } from "@shared/components/LocalTime";
import { bossPath } from "@shared/placePaths";
import { type Present, type PresentBoss, PresentContext } from "@shared/present";
import { useMinute } from "@shared/useMinute";
import type { ComponentType, ReactNode } from "react";
import type { SWRResponse } from "swr";
import { StateBadge, WindowCell } from "./BossState";
import { type Boss, type BossTimes, stateOf } from "./bossStates";
import { Clan } from "./Clan";
import { type Castle, ofSide } from "./castle";
import { NextSiege } from "./NextSiege";
import { State as OlympiadPeriod } from "./Olympiad";

type Around = ComponentType<{ children: ReactNode }>;

const REFRESH = { refreshInterval: 60_000 };
const LOADING: Present = {};

/** Facts of the present for each tab of Server Info. */
const TABS: Readonly<Record<string, Around>> = {
  general: CastlesPresent,
  events: CastlesPresent,
  sieges: CastlesPresent,
  bosses: BossesPresent,
  olympiad: OlympiadPresent,
};

/** Gives a tab of Server Info the present of the game; nothing where the game cannot be read or does not record it. */
export default function ServerInfoPresent({ tab, children }: { tab: string; children: ReactNode }) {
  const Around = TABS[tab];
  return Around ? <Around>{children}</Around> : children;
}

function CastlesPresent({ children }: { children: ReactNode }) {
  const answer = useGet("/api/world/castles", undefined, REFRESH);
  const present = presentIn(answer, castlesPresent);
  return <PresentContext value={present}>{children}</PresentContext>;
}

function BossesPresent({ children }: { children: ReactNode }) {
  const now = useMinute();
  const answer = useGet("/api/world/bosses", undefined, REFRESH);
  const present = presentIn(answer, ({ data, times }) => {
    const entries = data.map((boss) => [boss.name.toLowerCase(), bossPresent(boss, times, now)] as const);
    return entries.length > 0 ? { bosses: new Map(entries) } : null;
  });
  return <PresentContext value={present}>{children}</PresentContext>;
}

function bossPresent(boss: Boss, times: BossTimes, now: Date | null): PresentBoss {
  const isDead = boss.state === "dead";
  return {
    path: bossPath(boss.id),
    isDead,
    badge: <StateBadge state={stateOf(boss, now)} />,
    window: isDead && times !== "state" ? <WindowCell boss={boss} now={now} /> : null,
  };
}

function OlympiadPresent({ children }: { children: ReactNode }) {
  const answer = useGet("/api/world/olympiad", undefined, REFRESH);
  const present = presentIn(answer, (period) =>
    period.is_saved && period.cycle !== null ? { olympiad: <OlympiadPeriod period={period} /> } : null,
  );
  return <PresentContext value={present}>{children}</PresentContext>;
}

interface Block {
  taken_at: string;
  unavailable: { since: string | null } | null;
}

/** Null: the operator's content stands. */
function presentIn<T extends Block>(
  { data, error }: SWRResponse<T, Error>,
  presentOf: (data: T) => Present | null,
): Present | null {
  if (!data) return error ? null : LOADING;
  const { unavailable, taken_at } = data;
  const present = unavailable && unavailable.since === null ? null : presentOf(data);
  const time = <LocalTime at={unavailable?.since ?? taken_at} format={formatAppointment} />;
  return present && { ...present, note: worldText.readAt({ time }) };
}

function castlesPresent({ data }: Answer<"/api/world/castles">): Present | null {
  if (data.length === 0) return null;
  const running = data.filter(({ is_siege_running }) => is_siege_running);
  const dates = data.flatMap(({ siege_at }) => siege_at ?? []).sort();
  const next = data.filter(({ siege_at }) => siege_at && siege_at === dates[0]);
  const besieged = running.length > 0 ? running : next;
  return {
    siege: {
      castles: namesOf(besieged, data.length),
      isRunning: running.length > 0,
      at: running.length > 0 ? null : (dates[0] ?? null),
      registrationEnd: running.length > 0 ? null : (next[0]?.registration_until ?? null),
    },
    castles: data.map((castle) => ({
      castle: castle.name,
      owner: castle.owner && <Clan clan={castle.owner} />,
      nextSiege: <NextSiege castle={castle} />,
      defenders: ofSide(castle.registered, "owner", "defender", "waiting").length,
      challengers: ofSide(castle.registered, "attacker").length,
    })),
    hasCommonSiege: running.length === 0 && next.length === data.length,
  };
}

const namesOf = (castles: readonly Castle[], total: number): string =>
  castles.length === total ? text.allCastles : castles.map(({ name }) => name).join(", ");
