import * as admin from "text:admin";
import * as text from "text:adminEconomy";
import * as game from "text:game";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { type Column, DataTable } from "@admin/parts/DataTable";
import * as layout from "@admin/parts/layout.module.css";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import { count } from "@admin/players/format";
import { formatCalendarDay } from "@shared/calendarDay";
import { Banner } from "@shared/components/Banner";
import { classes } from "@shared/components/classes";
import { formatDuration } from "@shared/durations";
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
  { title: game.level, value: levels },
  { title: text.holders, kind: "number", value: ({ holders }) => count(holders) },
  { title: shared.quantity, kind: "leadNumber", value: ({ amount }) => count(amount) },
  { title: text.month, kind: "number", value: ({ amount, month_before }) => change(amount, month_before) },
  {
    title: text.richest,
    kind: "number",
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
  { title: text.item, kind: "long", value: ({ item }) => item.name },
  { title: text.owner, kind: "long", value: ({ owner }) => <Owner owner={owner} /> },
  { title: shared.quantity, kind: "leadNumber", value: ({ amount }) => count(amount) },
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
      <PageTitle title={admin.pages.economy} note={data && noteOf(data)} />
      {data ? (
        <div className={layout.stack}>
          {!data.enabled && <Banner title={text.off} />}
          {data.enabled && !data.count && <Banner title={text.first({ hour: String(data.hour) })} />}
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
      <div className={classes(layout.grid, layout.threeToTwo)}>
        <Panel
          title={game.adenaByLevel}
          note={report.count?.gini != null && text.gini({ value: two.format(report.count.gini) })}
        >
          <DataTable
            tight
            caption={game.adenaByLevel}
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
