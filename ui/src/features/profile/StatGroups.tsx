import * as game from "text:game";
import * as text from "text:profile";
import * as shared from "text:shared";
import { EmptyValue } from "@shared/components/EmptyValue";
import { LeaderList } from "@shared/components/LeaderList";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { formatAverage, formatRatio } from "@shared/dates";
import { NO_ADDRESS, NO_CHARACTER, NO_DEATHS, NO_FAME } from "@shared/missingReasons";
import { formatPlaytime } from "@shared/shortDurations";
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
    title: text.accountStatistics,
    figure: {
      label: text.played,
      show: (profile) => <Counter value={profile.total_playtime} format={formatPlaytime} />,
    },
    rows: [
      { label: text.activityScore, show: (profile) => <OutOf total={100}>{profile.account_activity_score}</OutOf> },
      { label: shared.accessLevel, show: (profile) => profile.access_level_label },
      { label: text.lastIp, show: (profile) => profile.last_ip ?? <EmptyValue reason={NO_ADDRESS} /> },
    ],
  },
  {
    title: text.gameStatistics,
    figure: { label: text.ratio, show: (profile) => <Ratio profile={profile} /> },
    rows: [
      { label: game.characters, show: (profile) => <OutOf total={SLOTS}>{profile.total_characters}</OutOf> },
      {
        label: game.averageLevel,
        show: ({ total_characters, average_character_level }) =>
          total_characters > 0 ? (
            <Counter value={average_character_level} format={formatAverage} />
          ) : (
            <EmptyValue reason={NO_CHARACTER} />
          ),
      },
      { label: text.activeCharacters, show: (profile) => <Counter value={profile.active_characters} /> },
    ],
  },
  {
    title: text.combatStatistics,
    figure: { label: game.pvpKills, show: (profile) => <Counter value={profile.total_pvp_kills} /> },
    rows: [
      { label: game.pkKills, show: (profile) => <Counter value={profile.total_pk_kills} /> },
      { label: game.fame, show: (profile) => <Fame profile={profile} /> },
      { label: game.karma, show: (profile) => <Counter value={profile.total_karma} /> },
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
            <b>{profile ? figure.show(profile) : <Skeleton className={css.skeletonFigure} />}</b>{" "}
            <span>{figure.label}</span>
          </p>
          <LeaderList
            className={css.list}
            rows={rows.map(({ label, show }) => [
              label,
              profile ? show(profile) : <Skeleton key={label} className={css.skeletonShort} />,
            ])}
          />
        </Panel>
      ))}
    </div>
  );
}

/** "2 / 3"; only "3" if the part exceeds the whole. */
function OutOf({ total, children: part }: { total: number; children: number }) {
  return (
    <>
      <Counter value={part} />
      {part <= total && <span className={css.whole}> / {total}</span>}
    </>
  );
}

function Ratio({ profile: { death_kill_ratio, total_characters } }: { profile: Profile }) {
  if (death_kill_ratio !== null) return <Counter value={death_kill_ratio} format={formatRatio} />;
  return <EmptyValue reason={total_characters ? NO_DEATHS : NO_CHARACTER} />;
}

function Fame({ profile: { total_fame, total_characters } }: { profile: Profile }) {
  if (total_fame !== null) return <Counter value={total_fame} />;
  return <EmptyValue reason={total_characters ? NO_FAME : NO_CHARACTER} />;
}
