import panels from "panels:donation";
import * as text from "text:donations";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { Icon } from "@shared/components/Icon";
import { Cell, type Column, Row } from "@shared/components/Table";
import { TableSection } from "@shared/components/TableSection";
import { Timeline } from "@shared/components/Timeline";
import { formatZone } from "@shared/dates";
import { isUnpaid } from "@shared/donationStatus";
import { Panels, usePanels } from "@shared/panels";
import { useState } from "react";
import { type Donation, PAGE_SIZE } from "../../queries";
import { COLUMNS, momentOf } from "./columns";
import * as css from "./history.module.css";
import { steps } from "./status";
import { UnpaidDonation } from "./UnpaidDonation";

/** Donations of the last 30 days and their status. */
export function DonationHistory() {
  const { data, error } = useGet("/api/player/donations");
  const hasPanels = usePanels(panels).length > 0;
  const [expandedIds, setExpandedIds] = useState<Readonly<Record<string, boolean>>>({});
  // The newest row and those that can still be paid are open until they are closed.
  const isOpen = ({ id, checkout_url }: Donation) =>
    expandedIds[id] ?? (id === data?.data[0]?.id || checkout_url !== null);
  const toggle: Column<Donation> = {
    name: text.columns.timeline,
    hidden: true,
    className: css.more,
    skeleton: null,
    show: (donation) => (
      <Button
        look="ghost"
        icon
        aria-label={text.timelineOf({ date: momentOf(donation) })}
        aria-expanded={isOpen(donation)}
        aria-controls={isOpen(donation) ? timelineId(donation) : undefined}
        onClick={() => setExpandedIds({ ...expandedIds, [donation.id]: !isOpen(donation) })}
      >
        <Icon name={isOpen(donation) ? "up" : "down"} />
      </Button>
    ),
  };
  return (
    <TableSection
      id="donation-history"
      title={text.history}
      note={text.historyNote({ zone: formatZone(new Date()) })}
      className={css.history}
      columns={[...COLUMNS, toggle]}
      rows={data?.data}
      keyOf={({ id }) => id}
      rowProps={(donation) => ({ className: isOpen(donation) ? css.open : undefined })}
      below={(donation) => isOpen(donation) && <TimelineRow key={timelineId(donation)} donation={donation} />}
      // The newest is open.
      skeletonClass={(index) => index === 0 && classes(css.firstSkeleton, hasPanels && css.withPanels)}
      failure={error && { title: text.loadFailed }}
      empty={
        <EmptyState drawing="lantern" title={text.noDonationsTitle}>
          {text.noDonations}
        </EmptyState>
      }
      pages={{ size: PAGE_SIZE, total: data?.total ?? 0, label: text.historyPages }}
    />
  );
}

const timelineId = ({ id }: Donation) => `timeline-${id}`;

const TimelineRow = ({ donation }: { donation: Donation }) => (
  <Row className={css.timeline} id={timelineId(donation)}>
    <Cell colSpan={COLUMNS.length + 1}>
      <Timeline steps={steps(donation)} />
      {isUnpaid(donation) && <UnpaidDonation donation={donation} />}
      <Panels of={panels} donation={donation} />
    </Cell>
  </Row>
);
