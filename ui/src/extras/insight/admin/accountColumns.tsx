import * as text from "text:adminInsight";
import * as game from "text:game";
import * as shared from "text:shared";
import { AccountLink } from "@admin/parts/AccountLink";
import type { Column } from "@admin/parts/DataTable";
import { count } from "@admin/players/format";

interface Row {
  account: string | null;
  character_name: string | null;
  level: number | null;
}

/** An account with its main character, and the character's level. */
export const ACCOUNT_COLUMNS: readonly Column<Row>[] = [
  {
    title: shared.account,
    kind: "long",
    value: ({ account, character_name }) => (
      <>
        {account ? <AccountLink login={account} /> : text.gone}
        {character_name && <small>{character_name}</small>}
      </>
    ),
  },
  { title: game.level, kind: "number", value: ({ level }) => count(level) },
];
