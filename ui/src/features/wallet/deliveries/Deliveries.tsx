import * as text from "text:deliveries";
import * as shared from "text:shared";
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
import { formatZone, isolate } from "@shared/dates";
import { usePages } from "@shared/paging";
import { lazy, Suspense, useState } from "react";
import { PAGE_SIZE } from "../queries";
import { DeliveryRow, SkeletonRows } from "./DeliveryRow";
import * as css from "./deliveries.module.css";
import { SEND_ICON } from "./sendIcon";
import { type Delivery, useDeliveries } from "./useDeliveries";

const SendDialog = lazy(() => import("./SendDialog"));

const TITLE = "deliveries";
const COLUMNS = Object.values(text.columns);

/** Coins sent to characters, and the button to send more. */
export default function Deliveries() {
  const { data, error, arrivedDeliveries } = useDeliveries();
  const [sending, setSending] = useState(false);
  const send = (
    <Button onClick={() => setSending(true)}>
      <Glyph path={SEND_ICON} />
      {shared.sendToCharacter}
    </Button>
  );
  return (
    <section aria-labelledby={TITLE} aria-busy={!data && !error}>
      <ListHead id={TITLE} title={text.title} note={text.note({ zone: formatZone(new Date()) })} action={send} />
      <VisuallyHidden>
        <span role="status">{arrivedDeliveries.map(arrivalMessage).join(" ")}</span>
      </VisuallyHidden>
      {error && !data ? (
        <Panel>
          <ErrorState title={text.loadFailed} />
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
  text.arrived({ count: amount, name: isolate(character_name) });

function DeliveryTable({ deliveries, total }: { deliveries: readonly Delivery[] | undefined; total: number }) {
  const list = usePages(deliveries ?? [], PAGE_SIZE);
  if (deliveries?.length === 0) {
    return (
      <Panel>
        <EmptyState drawing="castle" title={text.noneTitle}>
          {text.none}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      <Panel>
        <Table aria-labelledby={TITLE} columns={COLUMNS} className={classes(records.records, css.deliveries)}>
          {deliveries ? (
            list.rows.map((delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />)
          ) : (
            <SkeletonRows />
          )}
        </Table>
      </Panel>
      {deliveries && <ListPager label={text.pages} list={list} total={total} />}
    </>
  );
}
