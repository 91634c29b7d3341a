import { useDeliveries } from "./deliveries/useDeliveries";

/** Polls deliveries while coins are on their way, whichever tab is open. */
export function DeliveryWatcher() {
  useDeliveries();
  return null;
}
