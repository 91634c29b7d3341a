import * as text from "text:adminInsight";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { AccountLink } from "@admin/parts/AccountLink";
import type { Column } from "@admin/parts/DataTable";
import { Panel } from "@admin/parts/Panel";
import { ReadTable } from "@admin/parts/ReadTable";
import { useFilters } from "@admin/parts/useFilters";
import { useInView } from "@admin/parts/useInView";
import { shortDay } from "@admin/players/format";

type Row = Body<"ListedNewAccount">;

const COLUMNS: readonly Column<Row>[] = [
  { title: shared.account, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  { title: text.registered, value: ({ day }) => shortDay(day) },
  {
    title: text.source,
    kind: "long",
    value: ({ source, campaign }) => (
      <>
        {source || text.untold}
        {campaign && <small>{campaign}</small>}
      </>
    ),
  },
  { title: text.lastDay, value: ({ last_day }) => (last_day ? shortDay(last_day) : "–") },
];

/** The accounts of a week that the address names, within the chosen source. */
export function NewAccounts() {
  const { filters, pick } = useFilters();
  const week = filters.get("week");
  const answer = useAdmin(week ? "/api/admin/insight/accounts" : null, pick("week", "source", "campaign"), {
    keepPreviousData: true,
  });
  const ref = useInView(week ?? "");
  if (!week) return null;
  return (
    <div ref={ref}>
      <Panel title={`${text.registered}: ${shortDay(week)}`} note={answer.data?.total}>
        <ReadTable
          answer={answer}
          showsAll
          caption={text.registered}
          emptyText={text.noAccounts}
          columns={COLUMNS}
          keyOf={({ account }) => account}
        />
      </Panel>
    </div>
  );
}
