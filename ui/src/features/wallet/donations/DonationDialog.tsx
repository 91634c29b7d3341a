import * as text from "text:donations";
import { Dialog } from "@shared/components/Dialog";
import { Refusal } from "@shared/components/Field";
import { submitButton } from "@shared/forms/submitButton";
import { formatPrice } from "@shared/money";
import type { Alert } from "@shared/useAlert";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { type Price, type Receiver, useCalculation, useReceivers } from "../queries";
import { CharacterStep } from "./CharacterStep";
import { ConfirmStep } from "./ConfirmStep";
import { DonationDialogFooter } from "./DonationDialogFooter";
import * as css from "./dialog.module.css";
import { ProviderChoices } from "./ProviderChoices";
import { RedirectStep } from "./RedirectStep";
import { Stepper } from "./Stepper";
import { useCheckout } from "./useCheckout";

interface Props {
  price: Price;
  otherPrice?: ((currency: string, coins: number) => Price | undefined) | undefined;
  onClose: () => void;
}

const TITLES = [text.chooseCharacter, text.confirm, text.opening] as const;

/**
 * The three steps from an amount to the payment page. Mounted anew for each opening, so closing resets it. A price that
 * the provider does not take is replaced by another one, which the player confirms or not.
 */
export function DonationDialog({ price: firstPrice, otherPrice, onClose }: Props) {
  const [{ packages, amount }, setPrice] = useState(firstPrice);
  const { data, error } = useReceivers();
  const { latestCalculation, fits, hasFailed } = useCalculation(amount, packages);
  const [selectedReceiver, setSelectedReceiver] = useState<Receiver | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [provider, setProvider] = useState(packages.providers[0] ?? "");
  const [bonus, setBonus] = useState(0);
  const { leaving, refusal, startCheckout, clearRefusal } = useCheckout();
  const id = useId();
  const receiver = selectedReceiver ?? data?.data[0];
  const step = receiver && isConfirming ? (leaving ? 2 : 1) : 0;
  const form = useStepFocus(step, refusal);
  const calculation = fits ? latestCalculation : undefined;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!receiver) return;
    if (step === 0) setConfirming(true);
    else if (calculation) void pay(receiver, calculation.total_coins);
  };
  const pay = async (to: Receiver, coins: number) => {
    const chosenProvider = packages.providers.length > 1 ? provider : undefined;
    const isTaken = await startCheckout({ packages, amount }, to, bonus, chosenProvider);
    const other = isTaken ? undefined : otherPrice?.(packages.currency, coins);
    if (!other) return;
    setPrice(other);
    setProvider(other.packages.providers[0] ?? "");
  };
  const price = formatPrice(amount, packages.currency, packages.digits);
  const footer = { step, form: id, price, ready: calculation !== undefined, onCancel: onClose } as const;
  const onBack = () => {
    setConfirming(false);
    clearRefusal();
  };
  return (
    <Dialog
      title={TITLES[step]}
      onClose={onClose}
      actions={receiver && <DonationDialogFooter {...footer} onBack={onBack} />}
    >
      <form ref={form} id={id} className={css.step} tabIndex={-1} aria-label={TITLES[step]} onSubmit={onSubmit}>
        <Stepper current={step} />
        {step === 0 || !receiver ? (
          <CharacterStep
            characters={data?.data}
            hasFailed={error !== undefined}
            receiver={receiver}
            onChoose={setSelectedReceiver}
          />
        ) : (
          // The confirmation keeps its place while the browser leaves, so that a double click hits nothing else.
          <div className={css.stacked}>
            <div inert={leaving}>
              {hasFailed && <Refusal>{text.calculateFailed}</Refusal>}
              {refusal && <Refusal key={refusal.key}>{refusal.text}</Refusal>}
              <ConfirmStep
                price={price}
                currency={packages.currency}
                receiver={receiver}
                calculation={calculation}
                provider={provider}
                onBonus={setBonus}
              >
                <ProviderChoices providers={packages.providers} selectedProvider={provider} onChoose={setProvider} />
              </ConfirmStep>
            </div>
            {leaving && <RedirectStep price={price} provider={provider} />}
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** Focuses each step when it opens; after a refusal, the submit button. */
function useStepFocus(step: number, refusal: Alert | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal && step === 1) submitButton(form.current)?.focus();
    else form.current?.focus();
  }, [step, refusal]);
  return form;
}
