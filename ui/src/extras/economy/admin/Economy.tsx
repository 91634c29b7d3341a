import * as text from "text:adminEconomy";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { PageTitle, Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import { count } from "@admin/players/format";
import { formatCalendarDay, formatDuration } from "@shared/dates";
import { LANGUAGE } from "@shared/format";
import { Alarms } from "./Alarms";
import { change } from "./change";
import { Items } from "./Items";
import { Owner } from "./Owner";
import { Supply } from "./Supply";

type Report = Body<"EconomyReport">;
type Band = Body<"AdenaBand">;
type Stack = Body<"LargestStack">;

const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 2 });
const two = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const milliseconds = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

const levels = ({ from_level, to_level }: Band): string =>
  from_level === 0 ? text.others : to_level == null ? `${from_level}+` : `${from_level}–${to_level}`;

const BANDS: readonly Column<Band>[] = [
  { title: text.levels, value: levels },
  { title: text.holders, className: "n", value: ({ holders }) => count(holders) },
  { title: text.amount, className: "n k", value: ({ amount }) => count(amount) },
  { title: text.month, className: "n", value: ({ amount, month_before }) => change(amount, month_before) },
  {
    title: text.richest,
    className: "n",
    value: ({ largest, owner }) => (
      <>
        {count(largest)}
        <small>
          <Owner owner={owner} />
        </small>
      </>
    ),
  },
];

const STACKS: readonly Column<Stack>[] = [
  { title: text.item, className: "wrapname", value: ({ item }) => item.name },
  { title: text.owner, className: "wrapname", value: ({ owner }) => <Owner owner={owner} /> },
  { title: text.amount, className: "n k", value: ({ amount }) => count(amount) },
];

function noteOf({ count: last }: Report): string | undefined {
  if (!last) return undefined;
  return text.cost({
    day: formatCalendarDay(last.day),
    objects: count(last.objects),
    duration: formatDuration(Math.round(last.duration_seconds), "s"),
    share: percent.format(last.database_share),
    longest: milliseconds.format(last.longest_range_ms),
  });
}

/** The nightly count of all items, and alarms on what is unusual. */
export function Economy() {
  const { data, error, mutate } = useAdmin("/api/admin/economy");
  return (
    <>
      <PageTitle title={text.title} note={data && noteOf(data)} />
      {data ? (
        <div className="stack">
          {!data.enabled && <p className="warn info">{text.off}</p>}
          {data.enabled && !data.count && <p className="warn info">{text.first({ hour: String(data.hour) })}</p>}
          {data.count && <CountReport report={data} onChange={() => void mutate()} />}
        </div>
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
    </>
  );
}

function CountReport({ report, onChange }: { report: Report; onChange: () => void }) {
  return (
    <>
      <Alarms alarms={report.alarms} onDone={onChange} />
      <div className="grid g32">
        <Panel
          title={text.byLevel}
          note={report.count?.gini != null && text.gini({ value: two.format(report.count.gini) })}
        >
          <DataTable
            tight
            caption={text.byLevel}
            columns={BANDS}
            rows={report.bands}
            keyOf={({ from_level }) => from_level}
          />
        </Panel>
        <Supply nights={report.adena} />
      </div>
      <Items />
      <Panel title={text.stacks} note={text.stacksNote}>
        <DataTable
          emptyText={text.noItems}
          caption={text.stacks}
          columns={STACKS}
          rows={report.stacks}
          keyOf={({ item }) => item.id}
        />
      </Panel>
    </>
  );
}
