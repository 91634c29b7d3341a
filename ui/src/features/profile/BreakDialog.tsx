import * as text from "text:profile";
import * as shared from "text:shared";
import { ConfirmDialog } from "@shared/components/ConfirmDialog";
import { option } from "@shared/components/option.module.css";
import { useState } from "react";
import * as css from "./limits.module.css";
import { requestedLimits, type SpendingLimits, saveLimits } from "./spendingLimits";

/** Days of each length that is offered. */
const LENGTHS = [1, 7, 30, 182] as const;
const DAY_MS = 86_400_000;

/** Starts a break, which nothing can shorten: the length is chosen, then confirmed by the button's text. */
export function BreakDialog({ limits, onClose }: { limits: SpendingLimits; onClose: () => void }) {
  const [days, setDays] = useState<(typeof LENGTHS)[number]>(1);
  const start = () =>
    saveLimits(requestedLimits(limits), new Date(Date.now() + days * DAY_MS).toISOString()).then(onClose);
  return (
    <ConfirmDialog
      title={text.limitsBreak}
      action={text.limitsStart({ length: text.limitsLengths[days] })}
      cancel={shared.cancel}
      send={start}
      fallback={text.limitsSaveFailed}
      onClose={onClose}
    >
      <fieldset className={css.lengths}>
        <legend>{text.limitsLength}</legend>
        {LENGTHS.map((length) => (
          <label key={length} className={option}>
            <input type="radio" name="length" checked={length === days} onChange={() => setDays(length)} />
            {text.limitsLengths[length]}
          </label>
        ))}
      </fieldset>
      <p className={css.explain}>{text.limitsExplainBreak}</p>
    </ConfirmDialog>
  );
}
