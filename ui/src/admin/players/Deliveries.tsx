import * as text from "text:adminPlayers";
import * as shared from "text:shared";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { State, type Tone } from "../parts/States";
import { count, moment, momentWithin } from "./format";
import type { AccountProps } from "./types";

export type Delivery = Body<"ListedDelivery">;

const TONES: Readonly<Record<string, Tone>> = {
  unconfirmed: "bad",
  stuck: "bad",
  pending: "wait",
  claimed: "wait",
  given: "wait",
  delivered: "good",
};
const NEEDS_OPERATOR: ReadonlySet<string> = new Set(["unconfirmed", "stuck"]);
export const isOpen = ({ status }: Delivery): boolean => status !== "delivered" && status !== "cancelled";

/** What is known of a delivery that the game has taken, for the operator's decision. */
function evidenceOf({ status, gone_at, saved_at, stopped_after, stopped_before, items_before }: Delivery): string {
  if (gone_at == null || status === "delivered") return "–";
  return text.deliveryTaken({
    taken: momentWithin(gone_at),
    saved: momentWithin(saved_at),
    stopped: stopped_before == null ? "–" : `${momentWithin(stopped_after)} – ${momentWithin(stopped_before)}`,
    items: count(items_before),
  });
}

export const DELIVERY: readonly Column<Delivery>[] = [
  { title: text.number, value: ({ id }) => id },
  { title: text.to, kind: "long", value: ({ character_name }) => character_name },
  { title: shared.coins, kind: "number", value: ({ amount }) => count(amount) },
  {
    title: shared.state,
    kind: "lead",
    value: ({ status }) => (
      <State tone={TONES[status] ?? "off"}>
        {text.deliveryStates[status as keyof typeof text.deliveryStates] ?? status}
      </State>
    ),
  },
  { title: text.stations.sent, kind: "time", value: ({ created_at }) => moment(created_at) },
  { title: text.deliveryEvidence, kind: "long", value: evidenceOf },
  { title: shared.receipt, kind: "long", value: ({ receipt }) => receipt ?? "–" },
];

export function Deliveries({ account: { deliveries } }: AccountProps) {
  const open = deliveries.filter(isOpen).length;
  return (
    <Panel
      title={<span id="deliveries">{text.deliveries}</span>}
      note={open ? text.openDeliveries({ count: open }) : undefined}
    >
      <DataTable
        emptyText={text.noDeliveries}
        caption={text.deliveries}
        columns={DELIVERY}
        rows={deliveries}
        keyOf={({ id }) => id}
        rowTone={({ status }) => (NEEDS_OPERATOR.has(status) ? "bad" : undefined)}
      />
    </Panel>
  );
}
