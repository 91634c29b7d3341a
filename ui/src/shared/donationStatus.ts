import * as text from "text:donations";
import * as shared from "text:shared";
import type { Answer } from "./api/useGet";
import type { IconName } from "./components/Icon";
import type { Tone } from "./components/StatusBadge";

type Donation = Answer<"/api/donations/{donation_id}">;

interface StatusLabel {
  label: string;
  tone: Tone;
  icon?: IconName;
}

export const isUnpaid = ({ status, paid_at }: Donation): boolean => status === "pending" && paid_at === null;

/** Returns label and tone of a donation's status. */
export function statusLabel({ status, paid_at, disputed, refunded_amount, failure }: Donation): StatusLabel {
  switch (status) {
    case "completed":
      if (disputed) return { label: text.statuses.disputed, tone: "wait", icon: "alert" };
      return refunded_amount > 0
        ? { label: text.statuses.partlyRefunded, tone: "back" }
        : { label: shared.credited, tone: "good" };
    case "pending":
      return { label: paid_at ? text.statuses.paid : text.statuses.pending, tone: "wait" };
    case "failed":
      return failure === "cancelled" || failure === "expired"
        ? { label: text.statuses[failure], tone: "back" }
        : { label: text.statuses.failed, tone: "bad" };
    case "refunded":
      return { label: shared.refunded, tone: "back" };
  }
}
