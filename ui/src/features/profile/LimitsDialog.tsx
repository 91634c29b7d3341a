import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, Refusal } from "@shared/components/Field";
import { SuccessNotice } from "@shared/components/SuccessNotice";
import { firstBroken, onlyProblems } from "@shared/forms/rules";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { useId } from "react";
import * as css from "./change.module.css";
import { LIMITS } from "./messages";
import { LIMIT_NAMES, type LimitName, requestedLimits, type SpendingLimits, saveLimits } from "./spendingLimits";

type Values = Record<LimitName, string>;

const LARGEST = 1_000_000_000;

const isAmount = (text: string) => /^\s*\d{0,10}\s*$/.test(text) && Number(text) <= LARGEST;

const check = (values: Values) =>
  onlyProblems<Values>(mapLimits((name) => firstBroken(values[name], [[isAmount, LIMITS.invalid]])));

/** Sets limits; an empty field is no limit. */
export function LimitsDialog({ limits, onClose }: { limits: SpendingLimits; onClose: () => void }) {
  const requested = requestedLimits(limits);
  const send = (values: Values) =>
    saveLimits(
      mapLimits((name) => (values[name].trim() === "" ? null : Number(values[name]))),
      limits.excluded_until,
    );
  const { form, field, submit, phase, refusal } = useSubmitForm<Values>({
    blank: mapLimits((name) => String(requested[name] ?? "")),
    check,
    send,
    fallback: LIMITS.saveFailed,
  });
  const id = useId();
  if (phase === "done") {
    return (
      <Dialog title="Done" onClose={onClose}>
        <SuccessNotice onEnd={onClose}>{LIMITS.saved}</SuccessNotice>
      </Dialog>
    );
  }
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={id} look="primary" waiting={phase === "submitting"}>
        {phase === "submitting" ? "Saving..." : "Save"}
      </Button>
    </>
  );
  return (
    <Dialog title={LIMITS.change} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={css.form} noValidate onSubmit={submit}>
        {refusal && <Refusal>{refusal}</Refusal>}
        {LIMIT_NAMES.map((name) => (
          <Field
            key={name}
            label={`${LIMITS.labels[name]} (${LIMITS.units[name]})`}
            inputMode="numeric"
            autoComplete="off"
            placeholder={LIMITS.none}
            {...field(name)}
          />
        ))}
        <p className={css.hint}>{LIMITS.rule}</p>
      </form>
    </Dialog>
  );
}

const mapLimits = <T,>(value: (name: LimitName) => T) =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, value(name)])) as Record<LimitName, T>;
