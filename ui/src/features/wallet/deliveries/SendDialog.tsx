import { type Answer, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { ErrorState } from "@shared/components/ErrorState";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
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
  const { data: receivers, error: nobody } = useReceivers();
  const [offered, setOffered] = useState(false);
  const reason = coins && receivers && hindrance(coins, receivers.data.length);
  // Keep the form open once shown with fresh balances; later changes are reported by the API response.
  if (reason === null && !isValidating && !offered) setOffered(true);
  if (coins && receivers && (offered || reason === null)) {
    return <SendForm coins={coins} receivers={receivers.data} characterId={characterId} onClose={onClose} />;
  }
  return (
    <Dialog title="Send to character" onClose={onClose} actions={reason && <Button onClick={onClose}>Close</Button>}>
      {reason ? (
        <p className={css.told}>{reason}</p>
      ) : (error && !coins) || (nobody && !receivers) ? (
        <ErrorState title="Failed to load your coins." />
      ) : (
        <LoadingSkeleton />
      )}
    </Dialog>
  );
}

/** Returns why nothing can be sent, or null. */
function hindrance({ can_send, debt, available, held, in_transit }: Coins, characters: number): string | null {
  if (!can_send) return "Coins cannot be sent to the game at present. They stay on the web, and nothing is lost.";
  if (characters === 0) return "No character lives on this account yet. The first is made within the game.";
  if (debt > 0) {
    return `You owe ${formatNumber(debt)} coins, taken back by a refund after they were spent. The next coins you receive pay them; until then none can be sent.`;
  }
  if (available > 0) return null;
  const elsewhere = [
    in_transit > 0 && `${formatNumber(in_transit)} are on their way to your characters.`,
    held > 0 && `${formatNumber(held)} are held while a payment is contested.`,
  ];
  return ["There are no coins on the web to send.", ...elsewhere.filter(Boolean)].join(" ");
}

function LoadingSkeleton() {
  return (
    <div className={css.bones} role="status">
      <VisuallyHidden>Loading your coins</VisuallyHidden>
      <Skeleton className={css.bonePick} />
      <Skeleton className={css.bonePick} />
      <Skeleton className={css.boneField} />
    </div>
  );
}
