import * as text from "text:adminPlayers";
import * as game from "text:game";
import * as shared from "text:shared";
import { LinkButton } from "@shared/components/Button";
import { type Body, useAdmin } from "../api/useAdmin";
import { AccountLink } from "../parts/AccountLink";
import type { Column } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { Panel } from "../parts/Panel";
import { ReadTable } from "../parts/ReadTable";
import { useFilters } from "../parts/useFilters";
import { count } from "./format";

type Character = Body<"OnlineCharacter">;

const COLUMNS: readonly Column<Character>[] = [
  { title: game.character, kind: "long", value: ({ name }) => name },
  {
    title: shared.player,
    kind: "long",
    value: ({ account }) => (account ? <AccountLink login={account} /> : "–"),
  },
  { title: game.className, value: ({ class_name, level }) => `${class_name} ${level}` },
  { title: game.clan, kind: "long", value: ({ clan }) => clan ?? "–" },
];

/** Characters that are online, page by page. */
export function Online() {
  const { filters, pick, withChanges } = useFilters();
  const answer = useAdmin("/api/admin/online", pick("page"), { keepPreviousData: true });
  const { data } = answer;
  const page = Number(filters.get("page") ?? "1");
  return (
    <Panel
      title={text.online}
      note={data && count(data.total)}
      actions={
        <>
          {page > 1 && (
            <LinkButton className={small} to={withChanges({ page: String(page - 1) })}>
              {shared.previousPage}
            </LinkButton>
          )}
          {data?.next && (
            <LinkButton className={small} to={withChanges({ page: String(data.next) })}>
              {shared.nextPage}
            </LinkButton>
          )}
        </>
      }
      footer={data && data.unlisted > 0 && <span>{text.unlisted({ count: data.unlisted })}</span>}
    >
      <ReadTable
        answer={answer}
        showsAll
        caption={text.online}
        emptyText={text.noneOnline}
        columns={COLUMNS}
        keyOf={({ character_id }) => character_id}
      />
    </Panel>
  );
}
