import * as game from "text:game";
import * as shared from "text:shared";
import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
import { Badge } from "@shared/components/Badge";
import { CharacterName } from "@shared/components/CharacterName";
import { Icon } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { MoreLink } from "@shared/components/MoreLink";
import { PanelTable } from "@shared/components/PanelTable";
import { SubjectActions } from "@shared/components/SubjectActions";
import type { Column } from "@shared/components/Table";
import { formatRemaining, formatShortDay } from "@shared/dates";
import { CRESTS } from "@shared/emblems";
import { bossReportPath } from "@shared/reportPaths";
import { type ComponentProps, useState } from "react";
import * as css from "./bosses.module.css";
import {
  type Boss,
  type BossTimes,
  leadingClan,
  percentOf,
  type State,
  stateOf,
  type Window,
  windowOf,
} from "./bossStates";
import { Clan } from "./Clan";
import * as world from "./world.module.css";

const TONES: Readonly<Record<State, ComponentProps<typeof Badge>["tone"]>> = {
  alive: "good",
  open: "wait",
  dead: "off",
  untracked: "off",
};

const ROWS = 20;

interface BossTableProps {
  bosses: readonly Boss[];
  times: BossTimes;
  now: Date | null;
}

export function BossTable({ bosses, times, now }: BossTableProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const toggle = (id: number) => setOpenId(id === openId ? null : id);
  const columns: readonly Column<Boss>[] = [
    { name: text.boss, show: (boss) => <Name boss={boss} /> },
    { name: game.level, show: ({ level }) => <span className={css.level}>{level || "–"}</span> },
    { name: shared.state, show: (boss) => <StateBadge state={stateOf(boss, now)} /> },
    ...(times === "state" ? [] : [{ name: text.window, show: (boss: Boss) => <WindowCell boss={boss} now={now} /> }]),
    {
      name: text.lastKillers,
      show: (boss) => <Killers boss={boss} isOpen={boss.id === openId} onToggle={() => toggle(boss.id)} />,
    },
  ];
  return (
    <PanelTable
      title={text.blocks.bosses}
      rows={bosses}
      limit={ROWS}
      keyOf={({ id }) => id}
      columns={columns}
      detail={(boss) => boss.id === openId && <Party boss={boss} />}
    />
  );
}

const Name = ({ boss: { id, name, zone, died_at } }: { boss: Boss }) => (
  <span className={css.name}>
    <SubjectActions kind="boss" id={id} name={name} />
    {died_at ? <Link to={bossReportPath(id, died_at)}>{name}</Link> : name}
    <small>{zone}</small>
  </span>
);

const StateBadge = ({ state }: { state: State }) => (
  <span className={world.line}>
    <Badge tone={TONES[state]}>{text.states[state]}</Badge>
  </span>
);

/** A dead boss whose window has no time yet, as the service renders it, shows the day on which the window opens. */
function WindowCell({ boss, now }: { boss: Boss; now: Date | null }) {
  const window = windowOf(boss);
  if (boss.state === "alive") return "–";
  if (!window) return stateOf(boss, now) === "untracked" ? text.killedBefore : text.delayUnknown;
  const isOpen = now !== null && window.from <= now && window.from < window.to;
  return (
    <span className={css.window}>
      <span>
        {now ? leftText(window, now, isOpen) : <LocalTime at={boss.window_from ?? ""} format={formatAppointment} />}
      </span>
      {now && boss.died_at && <Bar diedAt={new Date(boss.died_at)} window={window} now={now} isOpen={isOpen} />}
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
  now: Date;
  isOpen: boolean;
}

/** From the death to the end of the window; the filled part is the window, the mark is now. */
function Bar({ diedAt, window: { from, to }, now, isOpen }: BarProps) {
  const start = percentOf(from, diedAt, to);
  return (
    <svg className={css.bar} data-open={isOpen || undefined} aria-hidden="true">
      <rect width="100%" height="8" y="4" rx="4" />
      <rect x={`${start}%`} width={`${Math.max(2, 100 - start)}%`} height="8" y="4" rx="4" />
      <line x1={`${percentOf(now, diedAt, to)}%`} x2={`${percentOf(now, diedAt, to)}%`} y2="16" />
    </svg>
  );
}

function Killers({ boss, isOpen, onToggle }: { boss: Boss; isOpen: boolean; onToggle: () => void }) {
  const { killers, died_at } = boss;
  const clan = leadingClan(boss);
  if (!died_at) return <span className={css.unknown}>{shared.notKnown}</span>;
  return (
    <span className={css.killers}>
      {clan && <Clan clan={clan} />}
      {killers ? (
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          {shared.playerCount({ count: killers.length })}
          <Icon name="down" />
        </button>
      ) : (
        <span className={css.unknown}>{shared.notKnown}</span>
      )}
      <small>
        <LocalTime at={died_at} format={formatShortDay} />
      </small>
    </span>
  );
}

function Party({ boss: { id, name, died_at, killers } }: { boss: Boss }) {
  if (!killers || !died_at) return null;
  return (
    <section className={css.party} aria-label={text.whoKilled({ name })}>
      <div>
        <h3>
          {text.whoKilled({ name })}, <LocalTime at={died_at} format={formatAppointment} />
        </h3>
        <MoreLink to={bossReportPath(id, died_at)}>{text.wholeReport}</MoreLink>
      </div>
      <ul>
        {killers.map((killer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hidden characters have nothing of their own
          <li key={index}>
            <img src={CRESTS[killer.race]} width="26" height="26" alt="" />
            <span>
              <CharacterName {...killer} />
              <small>
                {killer.class_name}
                {killer.clan && ` · ${killer.clan.name}`}
              </small>
            </span>
            <small>{killer.level}</small>
          </li>
        ))}
      </ul>
      <p>{text.fromPoints}</p>
    </section>
  );
}
