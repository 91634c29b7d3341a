import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Glyph } from "@shared/components/Icon";
import { ListHead } from "@shared/components/ListHead";
import { ListPager } from "@shared/components/Pager";
import { Panel } from "@shared/components/Panel";
import * as records from "@shared/components/records.module.css";
import { Table } from "@shared/components/Table";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatZone, isolated } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { usePages } from "@shared/paging";
import { lazy, Suspense, useState } from "react";
import { PAGE_SIZE } from "../queries";
import { DeliveryRow, SkeletonRows } from "./DeliveryRow";
import * as css from "./deliveries.module.css";
import { SEND_ICON } from "./sendIcon";
import { type Delivery, useDeliveries } from "./useDeliveries";

const SendDialog = lazy(() => import("./SendDialog"));

const TITLE = "deliveries";
const COLUMNS = ["Sent", "Character", "Coins", "Status", "Delivered"];

/** Coins sent to characters, and the button to send more. */
export default function Deliveries() {
  const { data, error, arrived } = useDeliveries();
  const [sending, setSending] = useState(false);
  const send = (
    <Button onClick={() => setSending(true)}>
      <Glyph path={SEND_ICON} />
      Send to character
    </Button>
  );
  return (
    <section aria-labelledby={TITLE} aria-busy={!data && !error}>
      <ListHead id={TITLE} title="Sent to characters" note={`your time, ${formatZone(new Date())}`} action={send} />
      <VisuallyHidden>
        <span role="status">{arrived.map(arrivalMessage).join(" ")}</span>
      </VisuallyHidden>
      {error && !data ? (
        <Panel>
          <ErrorState title="Failed to load deliveries. Please try again." />
        </Panel>
      ) : (
        <DeliveryTable deliveries={data?.data} total={data?.total ?? 0} />
      )}
      {sending && (
        <Suspense>
          <SendDialog onClose={() => setSending(false)} />
        </Suspense>
      )}
    </section>
  );
}

const arrivalMessage = ({ amount, character_name }: Delivery) =>
  `${formatNumber(amount)} coins were delivered to ${isolated(character_name)}.`;

function DeliveryTable({ deliveries, total }: { deliveries: readonly Delivery[] | undefined; total: number }) {
  const shown = usePages(deliveries ?? [], PAGE_SIZE);
  if (deliveries?.length === 0) {
    return (
      <Panel>
        <EmptyState drawing="castle" title="Nothing sent yet">
          Send coins from your site balance to a character to use them in the game.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      <Panel>
        <Table aria-labelledby={TITLE} columns={COLUMNS} className={classes(records.records, css.deliveries)}>
          {deliveries ? (
            shown.rows.map((delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />)
          ) : (
            <SkeletonRows />
          )}
        </Table>
      </Panel>
      {deliveries && <ListPager label="Pages of deliveries" shown={shown} total={total} />}
    </>
  );
}
