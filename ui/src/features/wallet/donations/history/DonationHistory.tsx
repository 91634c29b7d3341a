import * as text from "text:donations";
import { useGet } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { ListHead } from "@shared/components/ListHead";
import { ListPager } from "@shared/components/Pager";
import { Panel } from "@shared/components/Panel";
import * as records from "@shared/components/records.module.css";
import { Table } from "@shared/components/Table";
import { formatZone } from "@shared/dates";
import { usePages } from "@shared/paging";
import { useState } from "react";
import { type Donation, PAGE_SIZE } from "../../queries";
import { DonationRow } from "./DonationRow";
import * as css from "./history.module.css";
import { SkeletonRows } from "./SkeletonRows";

const TITLE = "donation-history";
const { timeline, ...columns } = text.columns;
const COLUMNS = [...Object.values(columns), { name: timeline, hidden: true }];

/** Donations of the last 30 days and their status. */
export default function DonationHistory() {
  const { data, error } = useGet("/api/player/donations");
  return (
    <section aria-labelledby={TITLE} aria-busy={!data && !error}>
      <ListHead id={TITLE} title={text.history} note={text.historyNote({ zone: formatZone(new Date()) })} />
      {error && !data ? (
        <Panel>
          <ErrorState title={text.loadFailed} />
        </Panel>
      ) : (
        <DonationTable donations={data?.data} total={data?.total ?? 0} />
      )}
    </section>
  );
}

function DonationTable({ donations, total }: { donations: readonly Donation[] | undefined; total: number }) {
  const list = usePages(donations ?? [], PAGE_SIZE);
  const [expandedIds, setExpandedIds] = useState<Readonly<Record<string, boolean>>>({});
  if (donations?.length === 0) {
    return (
      <Panel>
        <EmptyState drawing="lantern" title={text.noDonationsTitle}>
          {text.noDonations}
        </EmptyState>
      </Panel>
    );
  }
  // The newest row and those that can still be paid are open until they are closed.
  const isOpen = ({ id, checkout_url }: Donation) =>
    expandedIds[id] ?? (id === donations?.[0]?.id || checkout_url !== null);
  return (
    <>
      <Panel>
        <Table aria-labelledby={TITLE} columns={COLUMNS} className={classes(records.records, css.history)}>
          {donations ? (
            list.rows.map((donation) => (
              <DonationRow
                key={donation.id}
                donation={donation}
                open={isOpen(donation)}
                onToggle={() => setExpandedIds({ ...expandedIds, [donation.id]: !isOpen(donation) })}
              />
            ))
          ) : (
            <SkeletonRows />
          )}
        </Table>
      </Panel>
      {donations && <ListPager label={text.historyPages} list={list} total={total} />}
    </>
  );
}
