import * as text from "text:deliveries";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { Glyph } from "@shared/components/Icon";
import { TableSection } from "@shared/components/TableSection";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatZone, isolate } from "@shared/dates";
import { lazy, Suspense, useState } from "react";
import { PAGE_SIZE } from "../queries";
import { COLUMNS } from "./columns";
import * as css from "./deliveries.module.css";
import { SEND_ICON } from "./sendIcon";
import { type Delivery, useDeliveries } from "./useDeliveries";

const SendDialog = lazy(() => import("./SendDialog"));

/** Coins sent to characters, and the button to send more. */
export function Deliveries() {
  const { data, error, arrivedDeliveries } = useDeliveries();
  const [sending, setSending] = useState(false);
  return (
    <TableSection
      id="deliveries"
      title={text.title}
      note={text.note({ zone: formatZone(new Date()) })}
      action={
        <Button onClick={() => setSending(true)}>
          <Glyph path={SEND_ICON} />
          {shared.sendToCharacter}
        </Button>
      }
      className={css.deliveries}
      columns={COLUMNS}
      rows={data?.data}
      keyOf={({ id }) => id}
      failure={error && { title: text.loadFailed }}
      empty={<EmptyState title={text.noneTitle}>{text.none}</EmptyState>}
      pages={{ size: PAGE_SIZE, total: data?.total ?? 0, label: text.pages }}
    >
      <VisuallyHidden>
        <span role="status">{arrivedDeliveries.map(arrivalMessage).join(" ")}</span>
      </VisuallyHidden>
      {sending && (
        <Suspense>
          <SendDialog onClose={() => setSending(false)} />
        </Suspense>
      )}
    </TableSection>
  );
}

const arrivalMessage = ({ amount, character_name }: Delivery) =>
  text.arrived({ count: amount, name: isolate(character_name) });
