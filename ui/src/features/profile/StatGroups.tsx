import { EmptyValue } from "@shared/components/EmptyValue";
import { LeaderList } from "@shared/components/LeaderList";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { formatAverage, formatPlaytime, formatRatio } from "@shared/dates";
import { NO_ADDRESS, NO_CHARACTER, NO_DEATHS, NO_FAME } from "@shared/missingReasons";
import type { ReactNode } from "react";
import type { Profile } from "./Account";
import { Counter } from "./Counter";
import * as css from "./profile.module.css";

const SLOTS = 3;

interface Row {
  label: string;
  show: (profile: Profile) => ReactNode;
}

interface Group {
  title: string;
  /** The large figure. */
  figure: Row;
  rows: readonly Row[];
}

const GROUPS: readonly Group[] = [
  {
    title: "Account Statistics",
    figure: { label: "played", show: (of) => <Counter value={of.total_playtime} format={formatPlaytime} /> },
    rows: [
      { label: "Activity score", show: (of) => <Of whole={100}>{of.account_activity_score}</Of> },
      { label: "Access level", show: (of) => of.access_level_label },
      { label: "Last IP", show: (of) => of.last_ip ?? <EmptyValue why={NO_ADDRESS} /> },
    ],
  },
  {
    title: "Game Statistics",
    figure: { label: "K/D ratio", show: (of) => <Ratio of={of} /> },
    rows: [
      { label: "Characters", show: (of) => <Of whole={SLOTS}>{of.total_characters}</Of> },
      {
        label: "Average level",
        show: (of) => <Counter value={of.average_character_level} format={formatAverage} />,
      },
      { label: "Active this week", show: (of) => <Counter value={of.active_characters} /> },
    ],
  },
  {
    title: "Combat Statistics",
    figure: { label: "PvP kills", show: (of) => <Counter value={of.total_pvp_kills} /> },
    rows: [
      { label: "PK kills", show: (of) => <Counter value={of.total_pk_kills} /> },
      { label: "Fame", show: (of) => <Fame of={of} /> },
      { label: "Karma", show: (of) => <Counter value={of.total_karma} /> },
    ],
  },
];

/** Three groups of a large figure and three rows. */
export function StatGroups({ profile }: { profile: Profile | undefined }) {
  return (
    <div className={css.groups}>
      {GROUPS.map(({ title, figure, rows }) => (
        <Panel padded key={title} className={css.group} aria-label={title}>
          <h3>{title}</h3>
          <p className={css.figure}>
            <b>{profile ? figure.show(profile) : <Skeleton className={css.boneFigure} />}</b>{" "}
            <span>{figure.label}</span>
          </p>
          <LeaderList
            className={css.ledger}
            rows={rows.map(({ label, show }) => [
              label,
              profile ? show(profile) : <Skeleton key={label} className={css.boneShort} />,
            ])}
          />
        </Panel>
      ))}
    </div>
  );
}

/** "2 / 3"; only "3" if the part exceeds the whole. */
function Of({ whole, children: part }: { whole: number; children: number }) {
  return (
    <>
      <Counter value={part} />
      {part <= whole && <span className={css.whole}> / {whole}</span>}
    </>
  );
}

function Ratio({ of: { death_kill_ratio, total_characters } }: { of: Profile }) {
  if (death_kill_ratio !== null) return <Counter value={death_kill_ratio} format={formatRatio} />;
  return <EmptyValue why={total_characters ? NO_DEATHS : NO_CHARACTER} />;
}

function Fame({ of: { total_fame, total_characters } }: { of: Profile }) {
  if (total_fame !== null) return <Counter value={total_fame} />;
  return <EmptyValue why={total_characters ? NO_FAME : NO_CHARACTER} />;
}
