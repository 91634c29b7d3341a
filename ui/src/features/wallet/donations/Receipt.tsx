import { classes } from "@shared/components/classes";
import { Glyph } from "@shared/components/Icon";
import { LeaderList, type Row } from "@shared/components/LeaderList";
import { COIN_ICON } from "@shared/components/playerIcons";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import type { Calculation } from "../queries";
import { formatPesos } from "./money";
import * as css from "./receipt.module.css";

interface BoughtProps {
  calculation: Calculation | undefined;
  coinName: string;
  settled: boolean;
}

/** The coins as a large figure; the result is announced. */
export function Bought({ calculation, coinName, settled }: BoughtProps) {
  return (
    <>
      <p className={classes(css.total, !settled && css.stale)}>
        <Glyph path={COIN_ICON} />
        {calculation ? <b>{formatNumber(calculation.total_coins)}</b> : <Skeleton className={css.skeletonFigure} />}{" "}
        <span>{coinName}</span>
      </p>
      <VisuallyHidden>
        <span role="status">{calculation && settled ? announcement(calculation, coinName) : ""}</span>
      </VisuallyHidden>
    </>
  );
}

function announcement({ amount, total_coins, bonus_coins }: Calculation, coinName: string): string {
  const bonus = bonus_coins > 0 ? `, ${formatNumber(bonus_coins)} of them bonus` : "";
  return `${formatPesos(amount)} buys ${formatNumber(total_coins)} ${coinName}${bonus}`;
}

/** The sum of the coins; skeletons until it is known. */
export function receiptRows(calculation: Calculation | undefined): readonly Row[] {
  const bone = <Skeleton className={css.skeleton} />;
  if (!calculation) {
    return [
      ["Base coins", bone],
      ["Bonus", bone],
      ["You receive", bone],
    ];
  }
  const { base_coins, bonus_coins, bonus_percentage, total_coins } = calculation;
  return [
    ["Base coins", formatNumber(base_coins)],
    bonus_percentage > 0 ? [`Bonus, ${bonus_percentage}%`, <Plus key="plus" coins={bonus_coins} />] : ["Bonus", "none"],
    ["You receive", <Sum key="sum" coins={total_coins} />],
  ];
}

export function Receipt({ rows, settled }: { rows: readonly Row[]; settled: boolean }) {
  return <LeaderList className={classes(css.receipt, !settled && css.stale)} rows={rows} />;
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
