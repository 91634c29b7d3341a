import * as text from "text:donations";
import { Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import { formatNumber } from "@shared/format";
import { useState } from "react";
import { type Packages, useCalculation } from "../queries";
import { AmountSlider } from "./AmountSlider";
import { DonationDialog } from "./DonationDialog";
import * as css from "./donations.module.css";
import { formatPesos } from "./money";
import { PackageChoices } from "./PackageChoices";
import { Bought, Receipt, receiptRows } from "./Receipt";
import { useDebounced } from "./useDebounced";

const PAUSE_MS = 300;

/** Amount, calculation and the button that opens the dialog. */
export function DonationForm({ packages }: { packages: Packages }) {
  const [amount, setAmount] = useState(packages.default_amount);
  const [dialogOpen, setDialogOpen] = useState(false);
  const { shown, failed } = useCalculation(useDebounced(amount, PAUSE_MS), packages);
  const fits = shown?.amount === amount;
  const coins = fits ? `${formatNumber(shown.total_coins)} ${packages.coin_name}` : undefined;
  return (
    <div className={css.form}>
      <Panel padded className={css.amount} aria-labelledby="support">
        <h2 id="support">{text.support}</h2>
        <p className={css.price}>
          <b>{formatPesos(amount)}</b> <span>{text.pesos}</span>
        </p>
        <AmountSlider packages={packages} amount={amount} coins={coins} onChange={setAmount} />
        <PackageChoices packages={packages} amount={amount} onChange={setAmount} />
      </Panel>
      <Panel padded className={css.calculation} aria-labelledby="receive" aria-busy={!fits && !failed}>
        <h3 id="receive">{text.receive}</h3>
        {failed ? (
          <p className={css.failed} role="alert">
            <Icon name="alert" />
            {text.calculateFailed}
          </p>
        ) : (
          <>
            <Bought calculation={shown} coinName={packages.coin_name} settled={fits} />
            <Receipt rows={receiptRows(shown)} settled={fits} />
          </>
        )}
        <Button look="primary" large wide disabled={failed} onClick={() => setDialogOpen(true)}>
          {text.donate({ amount: formatPesos(amount) })}
        </Button>
        <p className={css.hint}>
          {nextBonus(packages, amount)} {text.next}
        </p>
      </Panel>
      {dialogOpen && <DonationDialog packages={packages} amount={amount} onClose={() => setDialogOpen(false)} />}
    </div>
  );
}

/** Returns how much more reaches the next bonus. */
function nextBonus({ data }: Packages, amount: number): string | undefined {
  const reached = Math.max(
    0,
    ...data.filter((option) => option.amount <= amount).map((option) => option.bonus_percentage),
  );
  const next = data.find((option) => option.amount > amount && option.bonus_percentage > reached);
  return next && text.nextBonus({ amount: formatPesos(next.amount - amount), percent: `${next.bonus_percentage}%` });
}
