import * as game from "text:game";
import * as text from "text:home";
import * as shared from "text:shared";
import { useIsHydrated, type ZoneOffsets } from "@shared/api/firstFrame";
import { type Answer, useGet } from "@shared/api/useGet";
import { Glyph } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { formatRemaining } from "@shared/durations";
import { paths } from "@shared/paths";
import { bossPath, castlePath } from "@shared/placePaths";
import { useZoneOffsets } from "@shared/siteZone";
import type { To } from "react-router-dom";
import * as css from "./pulse.module.css";
import { ICONS } from "./pulseIcons";
import { MINUTE_MS, SECOND_MS, useNow } from "./useNow";
import { formatWeekHour, timeAtServer } from "./zones";

type Pulse = Answer<"/api/world/pulse">;

interface Cell {
  icon: string;
  to: To;
  label: string;
  /** Counted down to. */
  at: string;
  isOpen?: boolean;
}

const REFRESH = { refreshInterval: MINUTE_MS };
const NEAR_MS = 10 * MINUTE_MS;
const PLACES = [1, 2, 3, 4];

/** Next siege, boss windows and end of the Olympiad. Absent if the server records none of them. */
export default function WorldPulse() {
  const { data, error } = useGet("/api/world/pulse", undefined, REFRESH);
  const cells = data ? cellsOf(data) : [];
  const isNear = (at: Date) => cells.some((cell) => Math.abs(Date.parse(cell.at) - at.getTime()) < NEAR_MS);
  const time = useNow((at) => (isNear(at) ? SECOND_MS : MINUTE_MS));
  const now = useIsHydrated() ? time : null;
  const offsets = useZoneOffsets();
  if (cells.length === 0 && (data || error)) return null;
  return (
    <Panel as="div" className={css.strip}>
      {cells.map(({ icon, to, label, at, isOpen }) => (
        <Link key={label} to={to}>
          <Glyph path={icon} />
          <p>{label}</p>
          <b className={isOpen ? css.open : undefined}>
            {isOpen ? game.windowOpen : now ? timeLeft(at, now) : <LocalTime at={at} format={formatWeekHour} />}
          </b>
          <small>{now && (isOpen ? text.closesIn({ time: timeLeft(at, now) }) : noteOf(at, offsets))}</small>
        </Link>
      ))}
      {!data && PLACES.map((place) => <span key={place} />)}
    </Panel>
  );
}

function cellsOf({ next_siege, open_window, next_window, olympiad_ends_at }: Pulse): Cell[] {
  const cells: (Cell | null)[] = [
    next_siege && { icon: ICONS.castle, to: siegePath(next_siege), label: siegeLabel(next_siege), at: next_siege.at },
    open_window && {
      icon: ICONS.skull,
      to: bossPath(open_window.boss_id),
      label: text.mayAppear({ name: open_window.name }),
      at: open_window.window_to,
      isOpen: true,
    },
    next_window && {
      icon: ICONS.clock,
      to: bossPath(next_window.boss_id),
      label: text.windowOpensIn({ name: next_window.name }),
      at: next_window.window_from,
    },
    olympiad_ends_at
      ? { icon: ICONS.cup, to: worldTab("olympiad"), label: text.olympiadEnds, at: olympiad_ends_at }
      : null,
  ];
  return cells.filter((cell) => cell !== null);
}

const worldTab = (tab: Pulse["blocks"][number]): To => ({ pathname: paths.world, search: `?tab=${tab}` });

const siegePath = ({ name, castles }: NonNullable<Pulse["next_siege"]>) =>
  castles > 1 ? worldTab("castles") : castlePath(name);

const siegeLabel = ({ name, castles }: NonNullable<Pulse["next_siege"]>) =>
  castles > 1 ? text.siegesBegin({ count: castles }) : text.siegeBegins({ name });

/** With seconds in the last ten minutes. */
function timeLeft(at: string, now: Date): string {
  const target = new Date(at);
  if (target <= now) return shared.underWay;
  return formatRemaining(target, now, target.getTime() - now.getTime() < NEAR_MS ? "s" : "m");
}

function noteOf(at: string, offsets: ZoneOffsets): string {
  const [time, server] = [formatWeekHour(new Date(at)), offsets.length > 0 && timeAtServer(new Date(at), offsets)];
  return server ? text.yourAndServerTime({ time, server }) : time;
}
