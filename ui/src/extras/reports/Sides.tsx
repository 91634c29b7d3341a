import * as game from "text:game";
import * as text from "text:reports";
import { CharacterName } from "@shared/components/CharacterName";
import { CrestedClan } from "@shared/components/CrestedClan";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
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
  const columns = [
    game.clan,
    ...(isCounted
      ? [
          text.pvpGained,
          { name: game.kills, className: css.end },
          { name: text.membersWithKill, className: css.end },
          text.most,
        ]
      : [text.side]),
  ];
  return (
    <section aria-label={title} className={css.section}>
      <SectionHead title={title} />
      <Panel>
        <Table caption={title} columns={columns}>
          {clans.map((row) => (
            <Row key={row.clan.clan_id}>
              <RowHeader>
                <CrestedClan clan={row.clan} />
              </RowHeader>
              {isCounted ? <Counts row={row} tone={tone} max={max} /> : <Cell>{text.sides[row.side]}</Cell>}
            </Row>
          ))}
        </Table>
      </Panel>
    </section>
  );
}

function Counts({ row, tone, max }: { row: SiegeClan; tone: "ember" | "blue"; max: number }) {
  return (
    <>
      <Cell className={css.barCell}>
        <Bar share={(row.kills ?? 0) / max} tone={tone} />
      </Cell>
      <Cell className={css.end}>
        <span className={css.cardLabel}>{game.kills}</span> {formatNumber(row.kills ?? 0)}
      </Cell>
      <Cell className={css.end}>
        <span className={css.cardLabel}>{text.membersWithKill}</span> {formatNumber(row.killers ?? 0)}
      </Cell>
      <Cell>
        {row.best && (
          <>
            <span className={css.cardLabel}>{text.most}</span> <CharacterName {...row.best} />{" "}
            {formatNumber(row.best_kills ?? 0)}
          </>
        )}
      </Cell>
    </>
  );
}
