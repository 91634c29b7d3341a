import * as text from "text:adminPlayers";
import * as shared from "text:shared";
import { useAdmin } from "../api/useAdmin";
import { AccountLink } from "../parts/AccountLink";
import type { Column } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { ReadTable } from "../parts/ReadTable";
import { DELIVERY, type Delivery } from "./Deliveries";

const COLUMNS: readonly Column<Delivery>[] = [
  ...DELIVERY.slice(0, 1),
  { title: shared.player, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  ...DELIVERY.slice(1, -1),
];

/** Deliveries of all players that the game has not confirmed. */
export function OpenDeliveries() {
  const answer = useAdmin("/api/admin/deliveries");
  return (
    <Panel title={text.openOfAll}>
      <ReadTable
        answer={answer}
        showsAll
        caption={text.openOfAll}
        emptyText={text.noOpenDelivery}
        columns={COLUMNS}
        keyOf={({ id }) => id}
      />
    </Panel>
  );
}
