import * as text from "text:donations";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { formatPrice } from "@shared/money";
import * as utility from "@shared/styles/utility.module.css";
import type { Packages } from "../queries";
import * as css from "./donations.module.css";

interface Props {
  packages: Packages;
  amount: number;
  onChange: (amount: number) => void;
}

/** The packages as radio buttons; none is checked if the amount matches none. */
export function PackageChoices({ packages, amount, onChange }: Props) {
  return (
    <fieldset className={css.packs}>
      <legend className={utility.hidden}>{text.packages}</legend>
      {packages.data.map((option) => (
        <label key={option.amount} className={css.pack}>
          <input
            type="radio"
            name="package"
            className={utility.hidden}
            checked={option.amount === amount}
            onChange={() => onChange(option.amount)}
          />
          <span>{formatPrice(option.amount, packages.currency, packages.digits)}</span>{" "}
          <small>{bonus(option.bonus_percentage)}</small>
          <VisuallyHidden>
            {text.packageCoins({ coins: formatNumber(option.coins), coinName: packages.coin_name })}
          </VisuallyHidden>
        </label>
      ))}
    </fieldset>
  );
}

const bonus = (percentage: number) => (percentage > 0 ? `+${percentage}%` : text.noBonus);
