import { useGet } from "@shared/api/useGet";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { useState } from "react";
import { formatZone } from "../../format";
import { PageTurner } from "../../parts/records/PageTurner";
import { RecordHead } from "../../parts/records/RecordHead";
import { RecordTable } from "../../parts/records/RecordTable";
import * as records from "../../parts/records/records.module.css";
import { usePages } from "../../parts/records/usePages";
import type { Donation } from "../reads";
import { BoneRows } from "./BoneRows";
import { DonationRow } from "./DonationRow";
import * as css from "./history.module.css";

const TITLE = "donation-history";
const COLUMNS = ["Date", "Amount", "Payment", "Character", "Coins", "Status"];

/** What was donated in the last 30 days, and what became of each. */
export default function DonationHistory() {
  const { data, error } = useGet("/api/player/donations");
  return (
    <section aria-labelledby={TITLE} aria-busy={!data && !error}>
      <RecordHead id={TITLE} title="Your donations" note={`last 30 days; your time, ${formatZone(new Date())}`} />
      {error && !data ? (
        <Panel>
          <ErrorState title="Failed to load donation data. Please try again." />
        </Panel>
      ) : (
        <Listed donations={data?.data} total={data?.total ?? 0} />
      )}
    </section>
  );
}

function Listed({ donations, total }: { donations: readonly Donation[] | undefined; total: number }) {
  const shown = usePages(donations ?? []);
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({});
  if (donations?.length === 0) {
    return (
      <Panel>
        <EmptyState drawing="lantern" title="No donations yet">
          What you donate is listed here for 30 days, with everything that happens to it.
        </EmptyState>
      </Panel>
    );
  }
  // The newest is open until the reader closes it.
  const isOpen = ({ id }: Donation) => opened[id] ?? id === donations?.[0]?.id;
  return (
    <>
      <Panel className={records.panel}>
        <RecordTable labelledBy={TITLE} columns={COLUMNS} unseen="What happened" className={css.history}>
          {donations ? (
            shown.rows.map((each) => (
              <DonationRow
                key={each.id}
                donation={each}
                open={isOpen(each)}
                onToggle={() => setOpened({ ...opened, [each.id]: !isOpen(each) })}
              />
            ))
          ) : (
            <BoneRows />
          )}
        </RecordTable>
      </Panel>
      {donations && <PageTurner label="Pages of donations" shown={shown} total={total} />}
    </>
  );
}
