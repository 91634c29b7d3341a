import * as text from "text:adminCampaigns";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import { ChangePanel } from "@admin/parts/ChangePanel";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import { toMoment } from "@admin/parts/toMoment";
import * as typography from "@admin/parts/typography.module.css";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Field } from "@shared/components/Field";
import * as control from "@shared/components/field.module.css";
import { type FormEvent, useRef, useState } from "react";

type Form = Omit<Body<"RechargeForm">, "reason" | "version">;

const NAME_MAX = 60;
const STEPS = [1, 2, 3, 4, 5, 6, 7, 8];
const PERCENT_MAX = 200;
const COINS_MAX = 1_000_000_000;

/** A form for a recharge campaign. */
export function NewRecharge({ onDone }: { onDone: () => void }) {
  const [stepCount, setStepCount] = useState(1);
  const [form, setForm] = useState<Form | null>(null);
  const ref = useRef<HTMLFormElement>(null);
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setForm(formOf(new FormData(event.currentTarget)));
  };
  return (
    <Panel title={text.newCampaign}>
      <form className={layout.bodyStack} ref={ref} onSubmit={check}>
        <div className={classes(layout.grid, layout.halves)}>
          <Field label={shared.name} hint={text.nameHint} name="name" maxLength={NAME_MAX} required />
          <span />
          {STEPS.slice(0, stepCount).map((step) => (
            <Step key={step} isFirst={step === 1} />
          ))}
        </div>
        {stepCount < STEPS.length && (
          <div>
            <Button look="ghost" onClick={() => setStepCount(stepCount + 1)}>
              {text.addStep}
            </Button>
          </div>
        )}
        <div className={classes(layout.grid, layout.halves)}>
          <Field label={text.starts} hint={text.startsHint} name="starts" type="datetime-local" />
          <Field label={text.ends} name="ends" type="datetime-local" required />
          <Field label={text.accountCap} hint={text.capHint} name="account_cap" type="number" min={1} max={COINS_MAX} />
          <Field label={text.totalCap} hint={text.capHint} name="total_cap" type="number" min={1} max={COINS_MAX} />
        </div>
        <label className={control.check}>
          <input type="checkbox" name="first_only" /> {text.firstOnly}
        </label>
        <div>
          <Button type="submit">{text.make}</Button>
        </div>
      </form>
      {form && (
        <ChangePanel
          title={`${text.newCampaign}: ${form.name}`}
          action={text.make}
          path="/api/admin/campaigns"
          form={form}
          onClose={() => setForm(null)}
          onDone={() => {
            ref.current?.reset();
            setStepCount(1);
            onDone();
          }}
        >
          <p className={typography.hint}>{text.makeHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}

/** A percentage, and the coins from which it is given. */
function Step({ isFirst }: { isFirst: boolean }) {
  return (
    <>
      <Field label={text.percent} name="percent" type="number" min={1} max={PERCENT_MAX} required={isFirst} />
      <Field
        label={text.fromCoins}
        name="coins"
        type="number"
        min={1}
        max={COINS_MAX}
        defaultValue={isFirst ? 1 : undefined}
        required={isFirst}
      />
    </>
  );
}

function formOf(data: FormData): Form {
  const value = (name: string) => String(data.get(name) ?? "").trim();
  const numberOf = (name: string) => (value(name) === "" ? null : Number(value(name)));
  const coins = data.getAll("coins");
  const steps = data
    .getAll("percent")
    .map((percent, index) => ({ coins: Number(coins[index]), percent: Number(percent) }))
    .filter(({ percent }) => percent > 0);
  return {
    name: value("name"),
    steps,
    starts_at: toMoment(value("starts")),
    ends_at: toMoment(value("ends")) ?? "",
    account_cap: numberOf("account_cap"),
    total_cap: numberOf("total_cap"),
    first_only: data.has("first_only"),
  };
}
