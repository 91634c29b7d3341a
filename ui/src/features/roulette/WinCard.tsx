import * as text from "text:roulette";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { LeaderList } from "@shared/components/LeaderList";
import { formatNumber } from "@shared/format";
import { formatNet, formatOneIn, shareOf } from "./odds";
import type { Slot } from "./queries";
import { TIERS } from "./tiers";
import type { Prize } from "./useSpin";
import * as css from "./win-card.module.css";

interface Props {
  won: Prize;
  slots: readonly Slot[];
  coinName: string;
  onVerify: () => void;
  onClose: () => void;
}

/** Shows the highest prizes once the wheel has stopped. */
export function WinCard({ won: { slot, cost, balance }, slots, coinName, onVerify, onClose }: Props) {
  const { name, mark } = TIERS[slot.prize_tier];
  return (
    <Dialog
      title={name}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onVerify}>{text.verify}</Button>
          <Button look="primary" onClick={onClose}>
            {text.closeCard}
          </Button>
        </>
      }
    >
      <div className={css.prize}>
        <img src={mark} width="132" height="132" alt="" />
        <p>
          <b>+{formatNumber(slot.prize_amount)}</b>
          {coinName}
        </p>
      </div>
      <LeaderList
        rows={[
          [text.prizeChance, formatOneIn(shareOf(slots, slot))],
          [text.spinNet, formatNet(slot.prize_amount - cost)],
          [text.balance, formatNumber(balance)],
        ]}
      />
    </Dialog>
  );
}
