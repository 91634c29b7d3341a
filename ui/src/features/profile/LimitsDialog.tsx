import * as text from "text:profile";
import * as shared from "text:shared";
import { formatCalendarDay } from "@shared/calendarDay";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, Refusal } from "@shared/components/Field";
import { SuccessNotice } from "@shared/components/SuccessNotice";
import { LANGUAGE } from "@shared/format";
import { firstBroken, onlyProblems } from "@shared/forms/rules";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import * as layout from "@shared/styles/layout.module.css";
import { useId } from "react";
import * as css from "./change.module.css";
import {
  LIMIT_NAMES,
  type LimitName,
  requestedLimits,
  type SpendingLimits,
  saveLimits,
  unitOf,
} from "./spendingLimits";

type Values = Record<LimitName, string>;

const LARGEST = 1_000_000_000;

const isAmount = (input: string) => /^\s*\d{0,10}\s*$/.test(input) && Number(input) <= LARGEST;

const check = (values: Values) =>
  onlyProblems<Values>(mapLimits((name) => firstBroken(values[name], [[isAmount, text.limitsInvalid]])));

/** Sets limits; an empty field is no limit. */
export function LimitsDialog({ limits, onClose }: { limits: SpendingLimits; onClose: () => void }) {
  const currentLimits = requestedLimits(limits);
  const send = (values: Values) =>
    saveLimits(
      mapLimits((name) => (values[name].trim() === "" ? null : Number(values[name]))),
      limits.excluded_until,
    );
  const { form, field, submit, phase, refusal } = useSubmitForm<Values>({
    blank: mapLimits((name) => String(currentLimits[name] ?? "")),
    check,
    send,
    fallback: text.limitsSaveFailed,
  });
  const id = useId();
  if (phase === "done") {
    return (
      <Dialog title={shared.done} onClose={onClose}>
        <SuccessNotice onEnd={onClose}>{text.limitsSaved}</SuccessNotice>
      </Dialog>
    );
  }
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {shared.cancel}
      </Button>
      <Button type="submit" form={id} look="primary" busy={phase === "submitting"}>
        {phase === "submitting" ? text.saving : shared.save}
      </Button>
    </>
  );
  return (
    <Dialog title={text.limitsChange} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={layout.stack4} noValidate onSubmit={submit}>
        {refusal && <Refusal>{refusal}</Refusal>}
        {LIMIT_NAMES.map((name) => (
          <Field
            key={name}
            label={text.limitsField({ label: text.limitsLabels[name], unit: unitOf(name, limits.currency) })}
            inputMode="numeric"
            autoComplete="off"
            placeholder={text.limitsNone}
            {...field(name)}
          />
        ))}
        <p className={css.hint}>
          {text.limitsRule} {limits.rates.length > 0 && text.limitsRates({ rates: ratesOf(limits) })}
        </p>
      </form>
    </Dialog>
  );
}

const rateFormat = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 9 });

const ratesOf = ({ rates, currency }: SpendingLimits) =>
  rates
    .map((rate) => {
      const units = rateFormat.format(Number(rate.units));
      return `1 ${rate.currency} = ${units} ${currency} (${formatCalendarDay(rate.day)})`;
    })
    .join("; ");

const mapLimits = <T,>(value: (name: LimitName) => T) =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, value(name)])) as Record<LimitName, T>;
