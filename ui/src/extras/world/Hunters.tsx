import * as game from "text:game";
import * as text from "text:places";
import * as reports from "text:reports";
import * as shared from "text:shared";
import * as world from "text:world";
import { CharacterName } from "@shared/components/CharacterName";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Table } from "@shared/components/Table";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { Clan } from "./Clan";
import type { BossAnswer } from "./places";
import * as css from "./places.module.css";
import { ShareBar } from "./ShareBar";

/** Clans and players with most kills. */
export function Hunters({ page: { clans, hunters, kills }, title }: { page: BossAnswer; title: string }) {
  const max = Math.max(...clans.map((row) => row.kills));
  return (
    <section aria-labelledby="hunters">
      <SectionHead title={title} id="hunters">
        {reports.tracked({ count: kills })}
      </SectionHead>
      <div className={css.halves}>
        <Panel padded>
          <h3 className={css.title}>{game.clans}</h3>
          {clans.length > 0 ? (
            <Table
              cards={false}
              caption={reports.killsPerClan}
              rows={clans}
              keyOf={({ clan }) => clan.clan_id}
              columns={[
                { name: game.clan, show: ({ clan }) => <Clan clan={clan} /> },
                {
                  name: shared.part,
                  hidden: true,
                  className: css.barCell,
                  show: (row) => <ShareBar share={row.kills / max} />,
                },
                { name: game.kills, end: true, show: (row) => formatNumber(row.kills) },
              ]}
            />
          ) : (
            <p className={css.muted}>{shared.notKnown}</p>
          )}
          <p className={css.note}>{world.fromPoints}</p>
        </Panel>
        <Panel padded>
          <h3 className={css.title}>{shared.players}</h3>
          {hunters.length > 0 ? (
            <Table
              cards={false}
              caption={shared.players}
              rows={hunters}
              keyOf={({ character }) => character.char_id ?? character.char_name}
              columns={[
                {
                  name: game.character,
                  show: ({ character }) => (
                    <span className={css.hunter}>
                      <img src={CRESTS[character.race]} width={26} height={26} alt="" />
                      <span>
                        <CharacterName {...character} />
                        <small>
                          {character.class_name} · {formatNumber(character.level)}
                        </small>
                      </span>
                    </span>
                  ),
                },
                { name: game.kills, end: true, show: (row) => formatNumber(row.kills) },
              ]}
            />
          ) : (
            <p className={css.muted}>{text.noHunters}</p>
          )}
          <p className={css.note}>{text.huntersNote}</p>
        </Panel>
      </div>
    </section>
  );
}
