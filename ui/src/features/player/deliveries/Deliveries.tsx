import { Button } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Glyph } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { lazy, Suspense, useState } from "react";
import { formatZone, isolated } from "../format";
import { PageTurner } from "../parts/records/PageTurner";
import { RecordHead } from "../parts/records/RecordHead";
import { RecordTable } from "../parts/records/RecordTable";
import * as records from "../parts/records/records.module.css";
import { usePages } from "../parts/records/usePages";
import { BoneRows, DeliveryRow } from "./DeliveryRow";
import * as css from "./deliveries.module.css";
import { SEND } from "./glyph";
import { type Delivery, useDeliveries } from "./useDeliveries";

const SendDialog = lazy(() => import("./SendDialog"));

const TITLE = "deliveries";
const COLUMNS = ["Sent", "Character", "Coins", "Status", "Handed over"];

/** The coins of the web balance that were sent to characters, and the way to send more. */
export default function Deliveries() {
  const { data, error, arrived } = useDeliveries();
  const [sending, setSending] = useState(false);
  const send = (
    <Button onClick={() => setSending(true)}>
      <Glyph path={SEND} />
      Send to character
    </Button>
  );
  return (
    <section aria-labelledby={TITLE} aria-busy={!data && !error}>
      <RecordHead id={TITLE} title="Sent to characters" note={`your time, ${formatZone(new Date())}`} action={send} />
      <VisuallyHidden>
        <span role="status">{arrived.map(told).join(" ")}</span>
      </VisuallyHidden>
      {error && !data ? (
        <Panel>
          <ErrorState title="Failed to load deliveries. Please try again." />
        </Panel>
      ) : (
        <Listed deliveries={data?.data} total={data?.total ?? 0} />
      )}
      {sending && (
        <Suspense>
          <SendDialog onClose={() => setSending(false)} />
        </Suspense>
      )}
    </section>
  );
}

const told = ({ amount, character_name }: Delivery) =>
  `${formatNumber(amount)} coins have been handed over to ${isolated(character_name)}.`;

function Listed({ deliveries, total }: { deliveries: readonly Delivery[] | undefined; total: number }) {
  const shown = usePages(deliveries ?? []);
  if (deliveries?.length === 0) {
    return (
      <Panel>
        <EmptyState drawing="castle" title="Nothing sent yet">
          Coins on the web reach the game once you send them to one of your characters.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      <Panel className={records.panel}>
        <RecordTable labelledBy={TITLE} columns={COLUMNS} className={css.deliveries}>
          {deliveries ? shown.rows.map((each) => <DeliveryRow key={each.id} delivery={each} />) : <BoneRows />}
        </RecordTable>
      </Panel>
      {deliveries && <PageTurner label="Pages of deliveries" shown={shown} total={total} />}
    </>
  );
}
