import * as text from "text:roulette";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { LeaderList } from "@shared/components/LeaderList";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { useRef } from "react";
import type { Prize } from "./celebration";
import { formatNet, formatOneIn, shareOf } from "./odds";
import type { Slot } from "./queries";
import { shareWin } from "./shareWin";
import { TIERS } from "./tiers";
import * as css from "./win-card.module.css";

interface Props {
  prize: Prize;
  slots: readonly Slot[];
  coinName: string;
  onVerify: () => void;
  onClose: () => void;
}

/** Shows the highest prizes once the wheel has stopped. */
export function WinCard({ prize: { slot, cost, balance }, slots, coinName, onVerify, onClose }: Props) {
  const { name, mark } = TIERS[slot.prize_tier];
  const site = useSiteTexts();
  const picture = useRef<HTMLImageElement>(null);
  const prize = `+${formatNumber(slot.prize_amount)}`;
  const odds = formatOneIn(shareOf(slots, slot));
  const share = () =>
    shareWin({ site: site.name, title: name, mark: picture.current, prize: `${prize} ${coinName}`, odds });
  return (
    <Dialog
      title={name}
      onClose={onClose}
      actions={
        <>
          <Button onClick={share}>{shared.share}</Button>
          <Button onClick={onVerify}>{text.verify}</Button>
          <Button look="primary" onClick={onClose}>
            {text.closeCard}
          </Button>
        </>
      }
    >
      <div className={css.prize}>
        <img ref={picture} src={mark} width="132" height="132" alt="" />
        <p>
          <b>{prize}</b>
          {coinName}
        </p>
      </div>
      <LeaderList
        rows={[
          [text.prizeChance, odds],
          [text.spinNet, formatNet(slot.prize_amount - cost)],
          [text.balance, formatNumber(balance)],
        ]}
      />
    </Dialog>
  );
}
