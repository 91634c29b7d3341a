import { errorText } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Refusal } from "@shared/components/Field";
import { useState } from "react";
import * as css from "./limits.module.css";
import { LIMITS } from "./messages";
import { requestedLimits, type SpendingLimits, saveLimits } from "./spendingLimits";

const DAY_MS = 86_400_000;

/** Starts a break, which nothing can shorten: the length is chosen, then confirmed by the button's text. */
export function BreakDialog({ limits, onClose }: { limits: SpendingLimits; onClose: () => void }) {
  const [days, setDays] = useState<number>(LIMITS.lengths[0].days);
  const [waiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const length = LIMITS.lengths.find((option) => option.days === days) ?? LIMITS.lengths[0];
  const start = () => {
    setWaiting(true);
    const end = new Date(Date.now() + days * DAY_MS).toISOString();
    saveLimits(requestedLimits(limits), end).then(onClose, (error: unknown) => {
      setRefusal(errorText(error, LIMITS.saveFailed));
      setWaiting(false);
    });
  };
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button look="primary" waiting={waiting} onClick={start}>
        {LIMITS.start(length.label)}
      </Button>
    </>
  );
  return (
    <Dialog title={LIMITS.break} onClose={onClose} actions={actions}>
      {refusal && <Refusal>{refusal}</Refusal>}
      <fieldset className={css.lengths}>
        <legend>{LIMITS.length}</legend>
        {LIMITS.lengths.map((option) => (
          <label key={option.days}>
            <input
              type="radio"
              name="length"
              checked={option.days === days}
              disabled={waiting}
              onChange={() => setDays(option.days)}
            />
            {option.label}
          </label>
        ))}
      </fieldset>
      <p className={css.explain}>{LIMITS.explainBreak}</p>
    </Dialog>
  );
}
