import * as text from "text:donations";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import type { MouseEvent } from "react";

interface Props {
  step: 0 | 1 | 2;
  /** Id of the form that the main button submits. */
  form: string;
  price: string;
  /** True once the calculation to confirm is shown. */
  ready: boolean;
  onCancel: () => void;
  onBack: () => void;
}

/** Buttons of the dialog. In the last step they keep their places, disabled. */
export function DonationDialogFooter({ step, form, price, ready, onCancel, onBack }: Props) {
  if (step === 0) {
    return (
      <>
        <Button key="cancel" look="ghost" onClick={onCancel}>
          {shared.cancel}
        </Button>
        <Button key="continue" type="submit" form={form} look="primary">
          {text.goOn}
        </Button>
      </>
    );
  }
  const leaving = step === 2;
  return (
    <>
      <Button key="back" look="ghost" disabled={leaving} onClick={onBack}>
        {text.back}
      </Button>
      <Button key="pay" type="submit" form={form} look="primary" disabled={!ready} busy={leaving} onClick={onlyFirst}>
        {text.pay({ amount: price })}
        {!leaving && <Icon name="outside" />}
      </Button>
    </>
  );
}

/** Ignores the second click of a double click on Continue. */
function onlyFirst(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
