import { type Answer, useGet } from "@shared/api/useGet";
import { refreshMoney } from "@shared/stores/refresh";
import { useEffect, useRef, useState } from "react";
import { mutate } from "swr";

export type Delivery = Answer<"/api/player/deliveries">["data"][number];

const ASKS_EVERY_MS = 4000;

/** True while a delivery changes without an operator; a stuck one waits for a person. */
const isUnderWay = ({ status }: Delivery) => status === "pending" || status === "claimed";

/**
 * Coins sent to characters. Polls while some are under way and the page is visible. `arrived`: deliveries completed
 * since.
 */
export function useDeliveries() {
  const { data, error } = useGet("/api/player/deliveries", undefined, {
    // SWR re-reads the interval only if the function is a new one, as it is on each render.
    refreshInterval: (latest) => (latest?.data.some(isUnderWay) ? ASKS_EVERY_MS : 0),
  });
  const arrived = useArrived(data?.data);
  return { data, error, arrived };
}

function useArrived(deliveries: readonly Delivery[] | undefined): readonly Delivery[] {
  const expected = useRef<ReadonlySet<number>>(new Set());
  const [arrived, setArrived] = useState<readonly Delivery[]>([]);
  useEffect(() => {
    if (!deliveries) return;
    const finished = deliveries.filter((delivery) => expected.current.has(delivery.id) && !isUnderWay(delivery));
    expected.current = new Set(deliveries.filter(isUnderWay).map(({ id }) => id));
    if (finished.length === 0) return;
    setArrived(finished.filter(({ status }) => status === "delivered"));
    refreshMoney();
  }, [deliveries]);
  return arrived;
}

export const refreshDeliveries = () => mutate("/api/player/deliveries");
