import * as text from "text:adminInsight";
import * as shared from "text:shared";
import { type Body, type Query, useAdmin } from "@admin/api/useAdmin";
import type { Column } from "@admin/parts/DataTable";
import { Panel } from "@admin/parts/Panel";
import { ReadTable } from "@admin/parts/ReadTable";
import { useFilters } from "@admin/parts/useFilters";
import { useInView } from "@admin/parts/useInView";
import { count, shortDay } from "@admin/players/format";
import { formatAverage } from "@shared/dates";
import { ACCOUNT_COLUMNS } from "./accountColumns";

type Row = Body<"BandAccount">;
type Band = Query<"/api/admin/insight/band">["band"];

const COLUMNS: readonly Column<Row>[] = [
  ...ACCOUNT_COLUMNS,
  { title: text.index, kind: "leadNumber", value: ({ index }) => formatAverage(index) },
  { title: shared.weekBefore, kind: "number", value: ({ week_before }) => formatAverage(week_before) },
  { title: text.lastDay, kind: "number", value: ({ last_day }) => (last_day ? shortDay(last_day) : "–") },
];

/** The most active accounts of the band that the address names. */
export function BandAccounts() {
  const { filters } = useFilters();
  const band = (filters.get("band") ?? "") as Band | "";
  const answer = useAdmin(band ? "/api/admin/insight/band" : null, band ? { band } : {}, { keepPreviousData: true });
  const ref = useInView(band);
  if (!band) return null;
  return (
    <div ref={ref}>
      <Panel title={`${text.activity}: ${text.bands[band] ?? band}`} note={answer.data && count(answer.data.total)}>
        <ReadTable
          answer={answer}
          showsAll
          caption={text.activity}
          emptyText={text.noAbsent}
          columns={COLUMNS}
          keyOf={({ account, character_name, index }) => `${account} ${character_name} ${index}`}
        />
      </Panel>
    </div>
  );
}
