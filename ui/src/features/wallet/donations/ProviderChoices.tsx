import * as text from "text:donations";
import { classes } from "@shared/components/classes";
import { providerName } from "@shared/paymentProviders";
import * as utility from "@shared/styles/utility.module.css";
import * as css from "./dialog.module.css";

interface Props {
  providers: readonly string[];
  selectedProvider: string;
  onChoose: (provider: string) => void;
}

/** Choice of the payment provider; nothing where there is only one. */
export function ProviderChoices({ providers, selectedProvider, onChoose }: Props) {
  if (providers.length < 2) return null;
  return (
    <fieldset className={css.providers}>
      <legend>{text.payWith}</legend>
      {providers.map((provider) => (
        <label key={provider} className={classes(css.option, css.provider)}>
          <input
            type="radio"
            name="provider"
            className={utility.hidden}
            checked={provider === selectedProvider}
            onChange={() => onChoose(provider)}
          />
          {providerName(provider)}
        </label>
      ))}
    </fieldset>
  );
}
