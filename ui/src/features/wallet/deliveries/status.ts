import type { IconName } from "@shared/components/Icon";
import type { Tone } from "@shared/components/StatusBadge";
import type { Delivery } from "./useDeliveries";

interface StatusLabel {
  label: string;
  tone: Tone;
  icon?: IconName;
  /** Shown in place of the delivery time. */
  note: string;
}

/** Label and note of each delivery status. */
export const DELIVERY_STATUS: Readonly<Record<Delivery["status"], StatusLabel>> = {
  pending: { label: "Sent", tone: "wait", note: "Waiting for the game server" },
  claimed: { label: "On the way", tone: "wait", icon: "arrow", note: "The game server is delivering them" },
  delivered: { label: "Delivered", tone: "good", note: "The game server delivered them" },
  cancelled: { label: "Returned", tone: "back", note: "Coins returned to your balance" },
  stuck: { label: "On hold", tone: "wait", icon: "alert", note: "Our team is checking it" },
};
