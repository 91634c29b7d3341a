import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Icon } from "@shared/components/Icon";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { CharacterStep } from "./CharacterStep";
import { ConfirmStep } from "./ConfirmStep";
import * as css from "./dialog.module.css";
import { LeavingStep } from "./LeavingStep";
import { formatPesos } from "./money";
import { type Packages, type Receiver, useCalculation, useReceivers } from "./reads";
import { Stepper } from "./Stepper";
import { useCheckout } from "./useCheckout";

interface Props {
  packages: Packages;
  amount: number;
  onClose: () => void;
}

const TITLES = ["Choose a character", "Confirm the donation", "To the payment page"] as const;

/** From an amount to the provider's page, in three steps. It is made anew each time it is opened, so closing resets it. */
export function DonationDialog({ packages, amount, onClose }: Props) {
  const receivers = useReceivers();
  const { shown, fits, failed } = useCalculation(amount, packages);
  const [chosen, setChosen] = useState<Receiver | null>(null);
  const [confirming, setConfirming] = useState(false);
  const { leaving, refusal, leave } = useCheckout();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const known = receivers.data?.data;
  const receiver = chosen ?? known?.[0];
  const step = leaving ? 2 : confirming && receiver ? 1 : 0;
  const calculation = fits ? shown : undefined;

  // Each step begins at its own beginning; what was refused, at the button that tries it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step begins when it changes
  useEffect(() => {
    if (refusal) submitOf(form.current)?.focus();
    else form.current?.focus();
  }, [step, refusal]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!receiver) return;
    if (step === 0) setConfirming(true);
    else if (step === 1 && calculation) void leave(amount, receiver);
  };
  const actions = [
    receiver && (
      <>
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={id} look="primary">
          Continue
        </Button>
      </>
    ),
    <>
      <Button look="ghost" onClick={() => setConfirming(false)}>
        Back
      </Button>
      <Button type="submit" form={id} look="primary" disabled={!calculation}>
        Pay {formatPesos(amount)}
        <Icon name="outside" />
      </Button>
    </>,
    null,
  ][step];
  return (
    <Dialog title={TITLES[step]} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={css.step} tabIndex={-1} aria-label={TITLES[step]} onSubmit={onSubmit}>
        <Stepper current={step} />
        {step === 0 && (
          <CharacterStep known={known} failed={Boolean(receivers.error)} chosen={receiver} onChoose={setChosen} />
        )}
        {step === 1 && receiver && (
          <ConfirmStep
            amount={amount}
            receiver={receiver}
            calculation={calculation}
            refusal={refusal ?? (failed ? "Failed to calculate coins" : null)}
          />
        )}
        {step === 2 && <LeavingStep amount={amount} />}
      </form>
    </Dialog>
  );
}

/** It stands in the dialog's foot, outside the form it belongs to. */
function submitOf(form: HTMLFormElement | null): HTMLElement | undefined {
  const found = [...(form?.elements ?? [])].find((each) => each.matches("[type=submit]"));
  return found instanceof HTMLElement ? found : undefined;
}
