import * as text from "text:adminPlayers";
import * as game from "text:game";
import * as shared from "text:shared";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { Empty, State } from "../parts/States";
import { count, moment } from "./format";
import type { AccountProps } from "./types";

type Row = Body<"PlayerCharacter">;

const COLUMNS: readonly Column<Row>[] = [
  { title: game.character, value: ({ name }) => name },
  { title: game.level, kind: "number", value: ({ level }) => level },
  { title: game.className, value: ({ class_name }) => class_name },
  { title: game.clan, value: ({ clan_name }) => clan_name ?? "–" },
  { title: shared.coins, kind: "number", value: ({ coins }) => count(coins) },
  { title: game.adena, kind: "number", value: ({ adena }) => count(adena) },
  {
    title: text.now,
    kind: "lead",
    value: ({ online, last_access }) =>
      online ? <State tone="good">{text.online}</State> : <State tone="off">{moment(last_access)}</State>,
  },
];

export function Characters({ account: { characters } }: AccountProps) {
  return (
    <Panel title={<span id="characters">{text.characters}</span>} note={characters?.length || undefined}>
      {characters === null && <Empty>{text.gameUnreadable}</Empty>}
      {characters?.length === 0 && <Empty>{text.noCharacters}</Empty>}
      {characters && characters.length > 0 && (
        <DataTable caption={text.characters} columns={COLUMNS} rows={characters} keyOf={({ id }) => id} />
      )}
    </Panel>
  );
}
