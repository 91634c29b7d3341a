import { Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import type { MouseEvent } from "react";
import { formatPesos } from "./money";

interface Props {
  step: 0 | 1 | 2;
  /** The form that the main button sends. */
  form: string;
  amount: number;
  /** Whether all is known that has to be seen before one pays. */
  ready: boolean;
  onCancel: () => void;
  onBack: () => void;
}

/** The ways on and back. In the last step they stay in their places, and cannot be pressed. */
export function DonationDialogFooter({ step, form, amount, ready, onCancel, onBack }: Props) {
  if (step === 0) {
    return (
      <>
        <Button key="cancel" look="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button key="continue" type="submit" form={form} look="primary">
          Continue
        </Button>
      </>
    );
  }
  const leaving = step === 2;
  return (
    <>
      <Button key="back" look="ghost" disabled={leaving} onClick={onBack}>
        Back
      </Button>
      <Button
        key="pay"
        type="submit"
        form={form}
        look="primary"
        disabled={!ready}
        waiting={leaving}
        onClick={onlyFirst}
      >
        Pay {formatPesos(amount)}
        {!leaving && <Icon name="outside" />}
      </Button>
    </>
  );
}

/** The second half of a double press on Continue falls here, unmeant. */
function onlyFirst(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
