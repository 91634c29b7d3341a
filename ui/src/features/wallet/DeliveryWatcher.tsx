import { useDeliveries } from "./deliveries/useDeliveries";

/** Watches for coins on their way to arrive, on whichever tab one waits for them. */
export function DeliveryWatcher() {
  useDeliveries();
  return null;
}
