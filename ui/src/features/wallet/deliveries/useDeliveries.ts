import { type Answer, useGet } from "@shared/api/useGet";
import { refreshMoney } from "@shared/stores/refresh";
import { useEffect, useRef, useState } from "react";
import { mutate } from "swr";

export type Delivery = Answer<"/api/player/deliveries">["data"][number];

const ASKS_EVERY_MS = 4000;
/** The game saves every few minutes, or when the player leaves. */
const ASKS_FOR_SAVE_EVERY_MS = 30_000;

const isOnItsWay = ({ status }: Delivery) => status === "pending" || status === "claimed";

/** True while a delivery changes without an operator; a stuck or unconfirmed one waits for a person. */
const isUnderWay = (delivery: Delivery) => isOnItsWay(delivery) || delivery.status === "given";

function pollInterval(deliveries: readonly Delivery[]): number {
  if (deliveries.some(isOnItsWay)) return ASKS_EVERY_MS;
  return deliveries.some(isUnderWay) ? ASKS_FOR_SAVE_EVERY_MS : 0;
}

/**
 * Coins sent to characters. Polls while some are under way and the page is visible. `arrivedDeliveries`: deliveries completed
 * since.
 */
export function useDeliveries() {
  const { data, error } = useGet("/api/player/deliveries", undefined, {
    // SWR re-reads the interval only if the function is a new one, as it is on each render.
    refreshInterval: (latest) => pollInterval(latest?.data ?? []),
  });
  const arrivedDeliveries = useArrived(data?.data);
  return { data, error, arrivedDeliveries };
}

function useArrived(deliveries: readonly Delivery[] | undefined): readonly Delivery[] {
  const expectedIds = useRef<ReadonlySet<number>>(new Set());
  const [arrivedDeliveries, setArrivedDeliveries] = useState<readonly Delivery[]>([]);
  useEffect(() => {
    if (!deliveries) return;
    const finishedDeliveries = deliveries.filter(
      (delivery) => expectedIds.current.has(delivery.id) && !isUnderWay(delivery),
    );
    expectedIds.current = new Set(deliveries.filter(isUnderWay).map(({ id }) => id));
    if (finishedDeliveries.length === 0) return;
    setArrivedDeliveries(finishedDeliveries.filter(({ status }) => status === "delivered"));
    refreshMoney();
  }, [deliveries]);
  return arrivedDeliveries;
}

export const refreshDeliveries = () => mutate("/api/player/deliveries");
