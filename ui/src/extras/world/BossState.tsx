import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
import { Badge } from "@shared/components/Badge";
import { LocalTime } from "@shared/components/LocalTime";
import { formatRemaining } from "@shared/durations";
import type { ComponentProps } from "react";
import * as css from "./bosses.module.css";
import { type Boss, percentOf, type State, stateOf, type Window, windowOf } from "./bossStates";
import * as world from "./world.module.css";

const TONES: Readonly<Record<State, ComponentProps<typeof Badge>["tone"]>> = {
  alive: "good",
  open: "wait",
  dead: "off",
  untracked: "off",
};

export const StateBadge = ({ state }: { state: State }) => (
  <span className={world.line}>
    <Badge tone={TONES[state]}>{text.states[state]}</Badge>
  </span>
);

/** A dead boss whose window has no time yet, as the service renders it, shows the day on which the window opens. */
export function WindowCell({ boss, now }: { boss: Boss; now: Date | null }) {
  const window = windowOf(boss);
  if (boss.state === "alive") return "–";
  if (!window) return stateOf(boss, now) === "untracked" ? text.killedBefore : text.delayUnknown;
  const isOpen = now !== null && window.from <= now && window.from < window.to;
  return (
    <span className={css.window}>
      <span>
        {now ? leftText(window, now, isOpen) : <LocalTime at={boss.window_from ?? ""} format={formatAppointment} />}
      </span>
      {boss.died_at && <Bar diedAt={new Date(boss.died_at)} window={window} now={now} isOpen={isOpen} />}
    </span>
  );
}

const leftText = ({ from, to }: Window, now: Date, isOpen: boolean) =>
  isOpen
    ? text.closesIn({ time: <b>{formatRemaining(to, now)}</b> })
    : text.opensIn({ time: <b>{formatRemaining(from, now)}</b> });

interface BarProps {
  diedAt: Date;
  window: Window;
  now: Date | null;
  isOpen: boolean;
}

/** From the death to the end of the window; the filled part is the window, the mark is now: after hydration. */
function Bar({ diedAt, window: { from, to }, now, isOpen }: BarProps) {
  const start = percentOf(from, diedAt, to);
  return (
    <svg className={css.bar} data-open={isOpen || undefined} aria-hidden="true">
      <rect width="100%" height="8" y="4" rx="4" />
      <rect x={`${start}%`} width={`${Math.max(2, 100 - start)}%`} height="8" y="4" rx="4" />
      {now && <line x1={`${percentOf(now, diedAt, to)}%`} x2={`${percentOf(now, diedAt, to)}%`} y2="16" />}
    </svg>
  );
}
