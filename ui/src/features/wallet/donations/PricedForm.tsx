import * as text from "text:donations";
import { code as language } from "text:language";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import * as utility from "@shared/styles/utility.module.css";
import { useState } from "react";
import type { Packages } from "../queries";
import { currencyName, DonationForm } from "./DonationForm";
import * as css from "./donations.module.css";

/** Currencies that readers of a language are offered first. */
const PREFERRED: Readonly<Record<string, readonly string[]>> = { en: ["USD", "EUR"], es: ["ARS"], pt: ["BRL"] };

/** The form of a site that sells in several currencies: the player chooses one, the language has the first. */
export function PricedForm({ packages }: { packages: Packages }) {
  const [offers] = useState(() => offersOf(packages));
  const [offer, setOffer] = useState(() => firstOffer(offers, packages.currency));
  return (
    <DonationForm
      key={offer.currency}
      packages={offer}
      otherPrice={(refused, coins) => {
        const other = offers.find(({ currency }) => currency !== refused);
        const option = other?.data.find((candidate) => candidate.coins >= coins) ?? other?.data.at(-1);
        return other && option && { packages: other, amount: option.amount };
      }}
    >
      {offers.length > 1 && (
        <fieldset className={css.currencies}>
          <legend className={utility.hidden}>{text.currency}</legend>
          {offers.map((option) => (
            <label key={option.currency} className={css.pack}>
              <input
                type="radio"
                name="currency"
                className={utility.hidden}
                checked={option === offer}
                onChange={() => setOffer(option)}
              />
              {option.currency}
              <VisuallyHidden>{currencyName(option.currency)}</VisuallyHidden>
            </label>
          ))}
        </fieldset>
      )}
    </DonationForm>
  );
}

/** The slider, unless a price list replaces it, and the price lists in the form of the slider's packages. */
function offersOf(packages: Packages): Packages[] {
  const lists = packages.prices.map(({ data, ...list }) => {
    const listed = data.map((option) => ({ ...option, amount: option.amount_minor, total_coins: option.coins }));
    return { ...packages, ...list, data: listed, listed, default_amount: listed[0]?.amount ?? 0 };
  });
  return packages.has_slider ? [packages, ...lists] : lists;
}

function firstOffer(offers: readonly Packages[], siteCurrency: string): Packages {
  const codes = [...(PREFERRED[language] ?? []), siteCurrency];
  const preferred = codes.map((code) => offers.find(({ currency }) => currency === code)).find(Boolean);
  return preferred ?? (offers[0] as Packages);
}
