import * as text from "text:deliveries";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { useIsOn } from "@shared/api/useSite";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { ErrorState } from "@shared/components/ErrorState";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatMomentWithin } from "@shared/dates";
import { useState } from "react";
import { useReceivers } from "../queries";
import { SendForm } from "./SendForm";
import * as css from "./send.module.css";

type Coins = Answer<"/api/player/coins">;

interface Props {
  onClose: () => void;
  /** Preselected character. */
  characterId?: number;
}

/** Dialog that sends coins from the site balance to a character. */
export default function SendDialog({ onClose, characterId }: Props) {
  const { data: coins, error, isValidating } = useGet("/api/player/coins");
  const { data: receivers, error: receiversError } = useReceivers();
  const [formShown, setFormShown] = useState(false);
  const isOn = useIsOn("deliveries");
  const reason = coins && receivers && sendBlocker(coins, isOn, receivers.data.length);
  // Keep the form open once shown with fresh balances; later changes are reported by the API response.
  if (reason === null && !isValidating && !formShown) setFormShown(true);
  if (coins && receivers && (formShown || reason === null)) {
    return <SendForm coins={coins} receivers={receivers.data} characterId={characterId} onClose={onClose} />;
  }
  return (
    <Dialog
      title={shared.sendToCharacter}
      onClose={onClose}
      actions={reason && <Button onClick={onClose}>{shared.close}</Button>}
    >
      {reason ? (
        <p className={css.reason}>{reason}</p>
      ) : (error && !coins) || (receiversError && !receivers) ? (
        <ErrorState title={text.coinsFailed} />
      ) : (
        <LoadingSkeleton />
      )}
    </Dialog>
  );
}

/** Returns why nothing can be sent, or null. */
function sendBlocker(coins: Coins, isOn: boolean, characters: number): string | null {
  const { can_send, debt, available, sendable, sendable_from, held, in_transit } = coins;
  if (!can_send || !isOn) return text.paused;
  if (characters === 0) return shared.noCharacters;
  if (debt > 0) return text.debt({ count: debt });
  if (sendable > 0) return null;
  if (available > 0 && sendable_from) {
    return text.newCoins({ time: formatMomentWithin(new Date(sendable_from), new Date()) });
  }
  const details = [in_transit > 0 && text.inDelivery({ count: in_transit }), held > 0 && text.held({ count: held })];
  return [text.empty, ...details.filter(Boolean)].join(" ");
}

function LoadingSkeleton() {
  return (
    <div className={css.skeletons} role="status">
      <VisuallyHidden>{text.coinsLoading}</VisuallyHidden>
      <Skeleton className={css.skeletonPick} />
      <Skeleton className={css.skeletonPick} />
      <Skeleton className={css.skeletonField} />
    </div>
  );
}
