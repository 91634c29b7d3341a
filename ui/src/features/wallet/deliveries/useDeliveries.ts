import { type Answer, useGet } from "@shared/api/useGet";
import { refreshMoney } from "@shared/stores/refresh";
import { useEffect, useRef, useState } from "react";
import { mutate } from "swr";

export type Delivery = Answer<"/api/player/deliveries">["data"][number];

const ASKS_EVERY_MS = 4000;

/** Neither handed over nor given up: a delivery that is stuck waits for a person, which takes longer than one looks. */
const isUnderWay = ({ status }: Delivery) => status === "pending" || status === "claimed";

/**
 * The coins sent to characters. While some are under way it asks again every few seconds, not while nobody looks at the
 * page. `arrived`: those that have been handed over meanwhile.
 */
export function useDeliveries() {
  const { data, error } = useGet("/api/player/deliveries", undefined, {
    // SWR looks at the interval again only when it is given another function, as it is each time here.
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
    const settled = deliveries.filter((each) => expected.current.has(each.id) && !isUnderWay(each));
    expected.current = new Set(deliveries.filter(isUnderWay).map(({ id }) => id));
    if (settled.length === 0) return;
    setArrived(settled.filter(({ status }) => status === "delivered"));
    refreshMoney();
  }, [deliveries]);
  return arrived;
}

export const refreshDeliveries = () => mutate("/api/player/deliveries");
