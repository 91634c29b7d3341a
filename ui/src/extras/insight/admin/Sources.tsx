import * as text from "text:adminInsight";
import * as shared from "text:shared";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { Panel } from "@admin/parts/Panel";
import { useFilters } from "@admin/parts/useFilters";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Link } from "react-router-dom";
import { netRevenue, RetentionShare, type Source, share } from "./figures";

const keyOf = ({ source, campaign }: Source) => `${source} ${campaign}`;

/** New accounts by the page or link that brought them; a source filters the retention above. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  const { withChanges } = useFilters();
  const canRead = usePermission("money.read").allowed;
  const columns: readonly Column<Source>[] = [
    {
      title: text.source,
      kind: "long",
      value: ({ source, campaign }) => (
        <>
          <Link to={withChanges({ source: source || "-", campaign: campaign || "-" })}>{source || text.untold}</Link>
          {campaign && <small>{campaign}</small>}
        </>
      ),
    },
    { title: text.registered, kind: "leadNumber", value: ({ accounts }) => count(accounts) },
    ...[text.day1, text.day7, text.day30].map((title, place) => ({
      title,
      kind: "number" as const,
      value: ({ retention }: Source) => <RetentionShare figure={retention[place]} />,
    })),
  ];
  const money: readonly Column<Source>[] = [
    { title: text.buyers, kind: "number", value: ({ buyers, accounts }) => buyersOf(buyers ?? 0, accounts) },
    {
      title: shared.paidAmount,
      kind: "number",
      value: ({ revenue }) =>
        revenue?.length ? revenue.map((row) => <div key={JSON.stringify(row)}>{netRevenue(row)}</div>) : "–",
    },
  ];
  return (
    <Panel title={text.sources} note={text.sourcesNote} footer={<span>{text.sourcesMeaning}</span>}>
      <DataTable
        emptyText={text.noAccounts}
        caption={text.sources}
        columns={canRead ? [...columns, ...money] : columns}
        rows={sources}
        keyOf={keyOf}
      />
    </Panel>
  );
}

/** "3 (12%)". */
export const buyersOf = (buyers: number, accounts: number): string => `${count(buyers)} (${share(buyers, accounts)})`;
