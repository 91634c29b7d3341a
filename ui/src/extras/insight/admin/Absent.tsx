import * as text from "text:adminInsight";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import type { Column } from "@admin/parts/DataTable";
import { FileLink } from "@admin/parts/FileLink";
import { Panel } from "@admin/parts/Panel";
import { ReadTable } from "@admin/parts/ReadTable";
import { useFilters } from "@admin/parts/useFilters";
import { count, shortDay } from "@admin/players/format";
import { usePermission } from "@admin/session";
import * as control from "@shared/components/field.module.css";
import { formatAverage, formatShortDay } from "@shared/dates";
import { ACCOUNT_COLUMNS } from "./accountColumns";

type Account = Body<"AbsentAccount">;

const DEFAULT_DAYS = "14";
const CHOICES = ["7", DEFAULT_DAYS, "21", "28", "42"];

const COLUMNS: readonly Column<Account>[] = [
  ...ACCOUNT_COLUMNS,
  { title: text.index, kind: "number", value: ({ index }) => formatAverage(index) },
  { title: text.lastSeen, kind: "number", value: ({ last_day }) => shortDay(last_day) },
  { title: text.daysAbsent, kind: "leadNumber", value: ({ days_absent }) => count(days_absent) },
];

const LAST_BOUGHT: Column<Account> = {
  title: text.lastBought,
  kind: "number",
  value: ({ last_bought }) => (last_bought ? formatShortDay(new Date(last_bought)) : "–"),
};

/** Accounts that were regular or more active and are absent; the days are in the address. */
export function Absent() {
  const { filters, set, pick } = useFilters();
  const days = filters.get("days") ?? DEFAULT_DAYS;
  const answer = useAdmin("/api/admin/insight/absent", pick("days"), { keepPreviousData: true });
  const { data } = answer;
  const [canRead, canExport] = [usePermission("money.read").allowed, usePermission("insight.export").allowed];
  return (
    <Panel
      title={text.absent}
      note={data && text.absentCount({ count: data.total })}
      actions={
        <>
          <select
            className={control.input}
            aria-label={text.absentSince}
            value={days}
            onChange={({ target }) => set("days", target.value)}
          >
            {[...new Set([...CHOICES, days])].map((choice) => (
              <option key={choice} value={choice}>
                {text.days({ count: Number(choice) })}
              </option>
            ))}
          </select>
          {canExport && (
            <FileLink href={`/api/admin/insight/absent.csv?${new URLSearchParams({ days })}`}>{shared.csv}</FileLink>
          )}
        </>
      }
      footer={<span>{text.absentMeaning}</span>}
    >
      <ReadTable
        answer={answer}
        emptyText={text.noAbsent}
        key={days}
        caption={text.absent}
        columns={canRead ? [...COLUMNS, LAST_BOUGHT] : COLUMNS}
        keyOf={({ account, character_name, last_day }) => `${account} ${character_name} ${last_day}`}
      />
    </Panel>
  );
}
