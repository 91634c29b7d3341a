import * as game from "text:game";
import * as shared from "text:shared";
import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
import { CharacterName } from "@shared/components/CharacterName";
import { Icon } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { MoreLink } from "@shared/components/MoreLink";
import { PanelTable } from "@shared/components/PanelTable";
import { SubjectActions } from "@shared/components/SubjectActions";
import type { Column } from "@shared/components/Table";
import { formatShortDay } from "@shared/dates";
import { CRESTS } from "@shared/emblems";
import { nameOfPlace } from "@shared/placeNames";
import { bossReportPath } from "@shared/reportPaths";
import { useState } from "react";
import { StateBadge, WindowCell } from "./BossState";
import * as css from "./bosses.module.css";
import { type Boss, type BossTimes, leadingClan, stateOf } from "./bossStates";
import { Clan } from "./Clan";

const ROWS = 20;

interface BossTableProps {
  bosses: readonly Boss[];
  times: BossTimes;
  now: Date | null;
  /** The clock of the states. */
  clock: Date;
}

export function BossTable({ bosses, times, now, clock }: BossTableProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const toggle = (id: number) => setOpenId(id === openId ? null : id);
  const columns: readonly Column<Boss>[] = [
    { name: text.boss, show: (boss) => <Name boss={boss} /> },
    { name: game.level, show: ({ level }) => <span className={css.level}>{level || "–"}</span> },
    { name: shared.state, show: (boss) => <StateBadge state={stateOf(boss, clock)} /> },
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

const Name = ({ boss: { id, name, path, zone } }: { boss: Boss }) => (
  <span className={css.name}>
    <SubjectActions kind="boss" id={id} name={name} />
    <Link to={path}>{name}</Link>
    <small>{nameOfPlace(zone)}</small>
  </span>
);

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
        <Link to={bossReportPath(boss.id, died_at)}>
          <LocalTime at={died_at} format={formatShortDay} />
        </Link>
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
