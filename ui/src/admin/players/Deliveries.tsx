import * as text from "text:adminPlayers";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { State, type Tone } from "../parts/States";
import { count, moment } from "./format";
import type { AccountProps } from "./types";

export type Delivery = Body<"ListedDelivery">;

const TONES: Readonly<Record<string, Tone>> = { stuck: "bad", pending: "wait", claimed: "wait", delivered: "good" };
export const isOpen = ({ status }: Delivery): boolean => status !== "delivered" && status !== "cancelled";

export const DELIVERY: readonly Column<Delivery>[] = [
  { title: text.number, value: ({ id }) => id },
  { title: text.to, className: "wrapname", value: ({ character_name }) => character_name },
  { title: text.coinsColumn, className: "n", value: ({ amount }) => count(amount) },
  {
    title: text.state,
    className: "k",
    value: ({ status }) => (
      <State tone={TONES[status] ?? "off"}>
        {text.deliveryStates[status as keyof typeof text.deliveryStates] ?? status}
      </State>
    ),
  },
  { title: text.sent, value: ({ created_at }) => moment(created_at) },
  { title: text.receipt, className: "wrapname", value: ({ receipt }) => receipt ?? "–" },
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
        rowClass={({ status }) => (status === "stuck" ? "hotrow" : undefined)}
      />
    </Panel>
  );
}
