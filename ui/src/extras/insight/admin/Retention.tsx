import * as text from "text:adminInsight";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { Panel } from "@admin/parts/Panel";
import { useFilters } from "@admin/parts/useFilters";
import { count, shortDay } from "@admin/players/format";
import * as chip from "@shared/components/chip.module.css";
import { Link } from "react-router-dom";
import { RetentionShare, type Week } from "./figures";

const columnsOf = (addressOf: (week: string) => string): readonly Column<Week>[] => [
  { title: text.week, value: ({ week }) => shortDay(week) },
  {
    title: text.registered,
    kind: "leadNumber",
    value: ({ week, accounts }) =>
      accounts === 0 ? (
        count(accounts)
      ) : (
        <Link to={addressOf(week)} preventScrollReset>
          {count(accounts)}
        </Link>
      ),
  },
  ...[text.day1, text.day7, text.day30].map((title, place) => ({
    title,
    kind: "number" as const,
    value: ({ retention }: Week) => <RetentionShare figure={retention[place]} />,
  })),
];

/** New accounts by the week of their registration, and the share that still played after 1, 7 and 30 days. */
export function Retention({ weeks }: { weeks: readonly Week[] }) {
  const { filters, withChanges } = useFilters();
  const source = filters.get("source");
  const sourceName = [source, filters.get("campaign")].filter((name) => name && name !== "-").join(", ");
  return (
    <Panel
      title={text.retention}
      note={source ? text.ofSource({ source: sourceName || text.untold }) : text.retentionNote}
      actions={
        source && (
          <Link className={chip.chip} to={withChanges({ source: "", campaign: "" })} preventScrollReset>
            {text.allSources}
          </Link>
        )
      }
      footer={<span>{text.retentionMeaning}</span>}
    >
      <DataTable
        showsAll
        caption={text.retention}
        columns={columnsOf((week) => withChanges({ week }))}
        rows={weeks.toReversed()}
        keyOf={({ week }) => week}
      />
    </Panel>
  );
}
