import * as game from "text:game";
import * as shared from "text:shared";
import * as text from "text:world";
import { type Answer, useGet } from "@shared/api/useGet";
import { Badge } from "@shared/components/Badge";
import { CharacterName } from "@shared/components/CharacterName";
import { EmptyState } from "@shared/components/EmptyState";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { PanelTable } from "@shared/components/PanelTable";
import { SectionHead } from "@shared/components/SectionHead";
import type { Column } from "@shared/components/Table";
import { formatShortDay } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { Clan } from "./Clan";
import { WorldBlock } from "./WorldBlock";
import * as css from "./wars.module.css";
import * as world from "./world.module.css";

type Answers = Answer<"/api/world/wars">;
type War = Answers["data"][number];
type Sword = Answers["cursed_weapons"][number];

export const Wars = () => (
  <WorldBlock answer={useGet("/api/world/wars")} note={text.warKills}>
    {({ data, cursed_weapons }) => (
      <div className={css.columns}>
        <div>
          <SectionHead title={text.clanWars} />
          {data.length > 0 ? (
            <PanelTable
              title={text.clanWars}
              rows={data}
              limit={ROWS}
              keyOf={({ clan, enemy }) => `${clan.clan_id} ${enemy.clan_id}`}
              columns={
                data.some(({ kills, enemy_kills }) => kills !== null || enemy_kills !== null)
                  ? COLUMNS_WITH_KILLS
                  : COLUMNS
              }
            />
          ) : (
            <EmptyState title={text.noWars}>{text.noWarsText}</EmptyState>
          )}
        </div>
        <div>
          <SectionHead title={text.cursed} />
          {cursed_weapons.length > 0 ? (
            cursed_weapons.map((sword) => <CursedSword key={sword.item_id} sword={sword} />)
          ) : (
            <Panel padded>
              <p className={css.none}>{text.noCursed}</p>
            </Panel>
          )}
        </div>
      </div>
    )}
  </WorldBlock>
);

const ROWS = 20;

const COLUMNS: readonly Column<War>[] = [
  { name: text.declaredBy, show: ({ clan }) => <Clan clan={clan} /> },
  { name: text.against, show: ({ enemy }) => <Clan clan={enemy} /> },
  {
    name: shared.kind,
    show: ({ is_mutual }) => (
      <span className={world.line}>
        <Badge tone={is_mutual ? "bad" : "off"}>{is_mutual ? game.mutual : text.oneSided}</Badge>
      </span>
    ),
  },
  {
    name: shared.sinceLabel,
    show: ({ since }) => (
      <span className={world.line}>{since ? <LocalTime at={since} format={formatShortDay} /> : "–"}</span>
    ),
  },
];

const number = (kills: number | null) => (kills === null ? "–" : formatNumber(kills));

const COLUMNS_WITH_KILLS: readonly Column<War>[] = [
  ...COLUMNS,
  {
    name: game.kills,
    end: true,
    show: ({ kills, enemy_kills }) => `${number(kills)}\u00a0:\u00a0${number(enemy_kills)}`,
  },
];

const CursedSword = ({ sword: { name, holder, kills, hours_left } }: { sword: Sword }) => (
  <Panel padded className={css.sword}>
    <h3>{name}</h3>
    <p>{text.carriedBy({ name: <CharacterName {...holder} /> })}</p>
    <dl className={world.facts}>
      <div>
        <dt>{text.killsWithIt}</dt>
        <dd>{formatNumber(kills)}</dd>
      </div>
      {hours_left !== null && (
        <div>
          <dt>{text.fadesIn}</dt>
          <dd>{text.lessThan({ hours: formatNumber(hours_left) })}</dd>
        </div>
      )}
    </dl>
  </Panel>
);
