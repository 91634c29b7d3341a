import * as text from "text:donations";
import { Button } from "@shared/components/Button";
import { DonationNotes } from "@shared/components/DonationNotes";
import { Icon } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import { formatNumber, LANGUAGE } from "@shared/format";
import { formatPrice } from "@shared/money";
import { type ReactNode, useState } from "react";
import { type Packages, type Price, useCalculation } from "../queries";
import { AmountSlider } from "./AmountSlider";
import { DonationDialog } from "./DonationDialog";
import * as css from "./donations.module.css";
import { PackageChoices } from "./PackageChoices";
import { CoinTotal, Receipt, receiptRows } from "./Receipt";
import { useDebounced } from "./useDebounced";

const PAUSE_MS = 300;

interface Props {
  packages: Packages;
  /** The choice of the currency. */
  children?: ReactNode;
  /** Another price for one that the provider does not take. */
  otherPrice?: (currency: string, coins: number) => Price | undefined;
}

/** Amount, calculation and the button that opens the dialog. */
export function DonationForm({ packages, children, otherPrice }: Props) {
  const [amount, setAmount] = useState(packages.default_amount);
  const [dialogOpen, setDialogOpen] = useState(false);
  const price = (sum: number) => formatPrice(sum, packages.currency, packages.digits);
  const { latestCalculation, hasFailed } = useCalculation(useDebounced(amount, PAUSE_MS), packages);
  const fits = latestCalculation?.amount === amount;
  const coins = fits ? `${formatNumber(latestCalculation.total_coins)} ${packages.coin_name}` : undefined;
  return (
    <div className={css.form}>
      <Panel padded className={css.amount} aria-labelledby="support">
        <h2 id="support">{text.support}</h2>
        <p className={css.price}>
          <b>{price(amount)}</b> <span>{currencyName(packages.currency)}</span>
        </p>
        {children}
        {!packages.listed && <AmountSlider packages={packages} amount={amount} coins={coins} onChange={setAmount} />}
        <PackageChoices packages={packages} amount={amount} onChange={setAmount} />
      </Panel>
      <Panel padded className={css.calculation} aria-labelledby="receive" aria-busy={!fits && !hasFailed}>
        <h3 id="receive">{text.receive}</h3>
        {hasFailed ? (
          <p className={css.failed} role="alert">
            <Icon name="alert" />
            {text.calculateFailed}
          </p>
        ) : (
          <>
            <CoinTotal calculation={latestCalculation} packages={packages} isSettled={fits} />
            <Receipt rows={receiptRows(latestCalculation)} isSettled={fits} />
            {latestCalculation && <DonationNotes coins={latestCalculation.total_coins} />}
          </>
        )}
        <Button look="primary" large wide disabled={hasFailed} onClick={() => setDialogOpen(true)}>
          {text.donate({ amount: price(amount) })}
        </Button>
        <p className={css.hint}>
          {nextBonus(packages, amount)} {text.next}
        </p>
      </Panel>
      {dialogOpen && (
        <DonationDialog price={{ packages, amount }} otherPrice={otherPrice} onClose={() => setDialogOpen(false)} />
      )}
    </div>
  );
}

/** "pesos argentinos", "reais brasileiros". */
export const currencyName = (currency: string) =>
  new Intl.NumberFormat(LANGUAGE, { style: "currency", currency, currencyDisplay: "name" })
    .formatToParts(2)
    .find(({ type }) => type === "currency")?.value;

/** Returns how much more reaches the next bonus. */
function nextBonus({ data, currency, digits }: Packages, amount: number): string | undefined {
  const reachedBonus = Math.max(
    0,
    ...data.filter((option) => option.amount <= amount).map((option) => option.bonus_percentage),
  );
  const next = data.find((option) => option.amount > amount && option.bonus_percentage > reachedBonus);
  if (!next) return undefined;
  const missing = formatPrice(next.amount - amount, currency, digits);
  return text.nextBonus({ amount: missing, percent: `${next.bonus_percentage}%` });
}
