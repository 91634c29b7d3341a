import type { IconName } from "@shared/components/Icon";
import type { Tone } from "@shared/components/StatusBadge";
import type { Delivery } from "./useDeliveries";

interface StatusLabel {
  word: string;
  tone: Tone;
  icon?: IconName;
  /** Shown in place of the delivery time. */
  note: string;
}

/** Label and note of each delivery status. */
export const DELIVERY_STATUS: Readonly<Record<Delivery["status"], StatusLabel>> = {
  pending: { word: "Sent", tone: "wait", note: "The game has not fetched them yet" },
  claimed: { word: "On the way", tone: "wait", icon: "arrow", note: "The game is handing them over" },
  delivered: { word: "Handed over", tone: "good", note: "The game has handed them over" },
  cancelled: { word: "Returned", tone: "back", note: "The coins are back on the web" },
  stuck: { word: "Held up", tone: "wait", icon: "alert", note: "An operator is looking at it" },
};
