import * as text from "text:donations";
import { classes } from "@shared/components/classes";
import { Glyph } from "@shared/components/Icon";
import { LeaderList, type Row } from "@shared/components/LeaderList";
import { COIN_ICON } from "@shared/components/playerIcons";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { formatPrice } from "@shared/money";
import type { Calculation, Packages } from "../queries";
import * as css from "./receipt.module.css";

interface BoughtProps {
  calculation: Calculation | undefined;
  packages: Packages;
  isSettled: boolean;
}

/** The coins as a large figure; the result is announced. */
export function CoinTotal({ calculation, packages, isSettled }: BoughtProps) {
  return (
    <>
      <p className={classes(css.total, !isSettled && css.stale)}>
        <Glyph path={COIN_ICON} />
        {calculation ? <b>{formatNumber(calculation.total_coins)}</b> : <Skeleton className={css.skeletonFigure} />}{" "}
        <span>{packages.coin_name}</span>
      </p>
      <VisuallyHidden>
        <span role="status">{calculation && isSettled ? announcement(calculation, packages) : ""}</span>
      </VisuallyHidden>
    </>
  );
}

function announcement({ amount, total_coins, bonus_coins }: Calculation, packages: Packages): string {
  const coins = { coins: formatNumber(total_coins), coinName: packages.coin_name };
  const figures = { amount: formatPrice(amount, packages.currency, packages.digits), ...coins };
  return bonus_coins > 0 ? text.buysWithBonus({ ...figures, bonus: formatNumber(bonus_coins) }) : text.buys(figures);
}

/** The sum of the coins; skeletons until it is known. */
export function receiptRows(calculation: Calculation | undefined): readonly Row[] {
  const bone = <Skeleton className={css.skeleton} />;
  if (!calculation) {
    return [
      [text.baseCoins, bone],
      [text.bonus, bone],
      [text.youReceive, bone],
    ];
  }
  const { base_coins, bonus_coins, bonus_percentage, total_coins } = calculation;
  return [
    [text.baseCoins, formatNumber(base_coins)],
    bonus_percentage > 0
      ? [text.bonusPercent({ percent: `${bonus_percentage}%` }), <Plus key="plus" coins={bonus_coins} />]
      : [text.bonus, text.none],
    [text.youReceive, <Sum key="sum" coins={total_coins} />],
  ];
}

export function Receipt({ rows, isSettled }: { rows: readonly Row[]; isSettled: boolean }) {
  return <LeaderList className={classes(css.receipt, !isSettled && css.stale)} rows={rows} />;
}

function Plus({ coins }: { coins: number }) {
  return <span className={css.plus}>+{formatNumber(coins)}</span>;
}

function Sum({ coins }: { coins: number }) {
  return (
    <span className={css.sum}>
      <Glyph path={COIN_ICON} />
      {formatNumber(coins)}
    </span>
  );
}
