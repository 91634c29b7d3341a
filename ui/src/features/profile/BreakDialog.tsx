import * as text from "text:profile";
import { errorText } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Refusal } from "@shared/components/Field";
import { useState } from "react";
import * as css from "./limits.module.css";
import { requestedLimits, type SpendingLimits, saveLimits } from "./spendingLimits";

/** Days of each length that is offered. */
const LENGTHS = [1, 7, 30, 182] as const;
const DAY_MS = 86_400_000;

/** Starts a break, which nothing can shorten: the length is chosen, then confirmed by the button's text. */
export function BreakDialog({ limits, onClose }: { limits: SpendingLimits; onClose: () => void }) {
  const [days, setDays] = useState<(typeof LENGTHS)[number]>(1);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const start = () => {
    setBusy(true);
    const end = new Date(Date.now() + days * DAY_MS).toISOString();
    saveLimits(requestedLimits(limits), end).then(onClose, (error: unknown) => {
      setRefusal(errorText(error, text.limitsSaveFailed));
      setBusy(false);
    });
  };
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {text.cancel}
      </Button>
      <Button look="primary" busy={isBusy} onClick={start}>
        {text.limitsStart({ length: text.limitsLengths[days] })}
      </Button>
    </>
  );
  return (
    <Dialog title={text.limitsBreak} onClose={onClose} actions={actions}>
      {refusal && <Refusal>{refusal}</Refusal>}
      <fieldset className={css.lengths}>
        <legend>{text.limitsLength}</legend>
        {LENGTHS.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="length"
              checked={option === days}
              disabled={isBusy}
              onChange={() => setDays(option)}
            />
            {text.limitsLengths[option]}
          </label>
        ))}
      </fieldset>
      <p className={css.explain}>{text.limitsExplainBreak}</p>
    </Dialog>
  );
}
