import type { Answer } from "@shared/api/useGet";

type Bosses = Answer<"/api/world/bosses">;
export type Boss = Bosses["data"][number];
export type BossTimes = Bosses["times"];

export const STATES = ["alive", "open", "dead", "untracked"] as const;
export type State = (typeof STATES)[number];

const MAX_LEVEL = 99;
const ANY_LEVEL = { id: "all", from: 0, to: MAX_LEVEL };
export const LEVELS = [
  ANY_LEVEL,
  { id: "20", from: 20, to: 39 },
  { id: "40", from: 40, to: 59 },
  { id: "60", from: 60, to: 75 },
  { id: "76", from: 76, to: MAX_LEVEL },
] as const;

export const levelsOf = (id: string | null) => LEVELS.find((levels) => levels.id === id) ?? ANY_LEVEL;

export const HOUR_MS = 3_600_000;

export interface Window {
  from: Date;
  to: Date;
}

/** Returns the window of the respawn; an exact respawn is a window without a length. */
export const windowOf = ({ window_from, window_to }: Boss): Window | null =>
  window_from && window_to ? { from: new Date(window_from), to: new Date(window_to) } : null;

/** `untracked`: dead since before the site read this world. Without a time no window is open. */
export function stateOf(boss: Boss, now: Date | null): State {
  if (boss.state === "alive") return "alive";
  const window = windowOf(boss);
  if (now && window && window.from <= now && window.from < window.to) return "open";
  return boss.died_at || window ? "dead" : "untracked";
}

/**
 * Dead bosses with a window that begins before `end`, grand bosses first: open ones by their closing, then the others by
 * their opening.
 */
export function upcoming(bosses: readonly Boss[], now: Date, end: Date): readonly { boss: Boss; window: Window }[] {
  const moment = ({ from, to }: Window) => (from <= now ? to.getTime() : from.getTime() + end.getTime());
  return bosses
    .flatMap((boss) => {
      const window = boss.state === "dead" && windowOf(boss);
      return window && window.to > now && window.from < end ? [{ boss, window }] : [];
    })
    .sort((a, b) => a.boss.kind.localeCompare(b.boss.kind) || moment(a.window) - moment(b.window));
}

/** Returns the clan that most of the killers belong to. */
export function leadingClan(boss: Boss) {
  const clans = (boss.killers ?? []).flatMap(({ clan }) => clan ?? []);
  const count = (id: number) => clans.filter(({ clan_id }) => clan_id === id).length;
  return clans.reduce<(typeof clans)[number] | undefined>(
    (best, clan) => (best && count(best.clan_id) >= count(clan.clan_id) ? best : clan),
    undefined,
  );
}

/** Returns the place of a moment between two others, in percent, at most 0 and 100. */
export const percentOf = (at: Date, from: Date, to: Date): number =>
  Math.min(100, Math.max(0, ((at.getTime() - from.getTime()) / (to.getTime() - from.getTime())) * 100));
