import * as game from "text:game";
import * as text from "text:reports";
import { CharacterName } from "@shared/components/CharacterName";
import { CrestedClan } from "@shared/components/CrestedClan";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { type Column, Table } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import type { ReactNode } from "react";
import { isAttacker, type SiegeAnswer } from "./answers";
import { Bar } from "./Bar";
import * as css from "./reports.module.css";

type SiegeClan = SiegeAnswer["clans"][number];

/** The clans of both sides as they were at the start. */
export function Sides({ report: { clans } }: { report: SiegeAnswer }) {
  const max = Math.max(1, ...clans.map(({ kills }) => kills ?? 0));
  return (
    <>
      <Side title={game.attackers} tone="ember" clans={clans.filter(isAttacker)} max={max} />
      <Side title={game.defenders} tone="blue" clans={clans.filter((row) => !isAttacker(row))} max={max} />
    </>
  );
}

interface SideProps {
  title: string;
  tone: "ember" | "blue";
  clans: readonly SiegeClan[];
  max: number;
}

function Side({ title, tone, clans, max }: SideProps) {
  if (clans.length === 0) return null;
  const isCounted = clans.some(({ kills }) => kills !== null);
  const columns: readonly Column<SiegeClan>[] = [
    { name: game.clan, show: ({ clan }) => <CrestedClan clan={clan} /> },
    ...(isCounted ? countColumns(tone, max) : [{ name: text.side, show: ({ side: of }: SiegeClan) => text.sides[of] }]),
  ];
  return (
    <section aria-label={title} className={css.section}>
      <SectionHead title={title} />
      <Panel>
        <Table
          className={css.sides}
          caption={title}
          columns={columns}
          rows={clans}
          keyOf={({ clan }) => clan.clan_id}
        />
      </Panel>
    </section>
  );
}

const countColumns = (tone: SideProps["tone"], max: number): readonly Column<SiegeClan>[] => [
  {
    name: text.pvpGained,
    cell: () => ({ className: css.barCell }),
    show: ({ kills }) => <Bar share={(kills ?? 0) / max} tone={tone} />,
  },
  { name: game.kills, className: css.end, show: ({ kills }) => labelled(game.kills, formatNumber(kills ?? 0)) },
  {
    name: text.membersWithKill,
    className: css.end,
    show: ({ killers }) => labelled(text.membersWithKill, formatNumber(killers ?? 0)),
  },
  {
    name: text.most,
    show: ({ best, best_kills }) =>
      best &&
      labelled(
        text.most,
        <>
          <CharacterName {...best} /> {formatNumber(best_kills ?? 0)}
        </>,
      ),
  },
];

/** On a card, after the column's name. */
const labelled = (label: string, value: ReactNode) => (
  <>
    <span className={css.cardLabel}>{label}</span> {value}
  </>
);
