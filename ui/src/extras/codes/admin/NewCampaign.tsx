import * as admin from "text:admin";
import * as text from "text:adminCodes";
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
import { type FormEvent, useId, useRef, useState } from "react";
import { MadeCodes } from "./MadeCodes";

type MadeCampaign = Body<"MadeCampaign">;
type Form = Omit<Body<"CampaignForm">, "reason" | "version">;

const NAME_MAX = 80;
const COINS_MAX = 1_000_000;
const LIMITS = { promo: 1_000_000, gift: 10_000 };

/** A form for a promo code or a batch of gift codes. The codes are shown once. */
export function NewCampaign({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<Form["kind"]>("promo");
  const [form, setForm] = useState<Form | null>(null);
  const [madeCampaign, setMadeCampaign] = useState<{ name: string; codes: readonly string[] } | null>(null);
  const ref = useRef<HTMLFormElement>(null);
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setForm(formOf(kind, new FormData(event.currentTarget)));
  };
  return (
    <Panel title={text.newCampaign}>
      <form className={layout.bodyStack} ref={ref} onSubmit={check}>
        <Kinds kind={kind} onChange={setKind} />
        <div className={classes(layout.grid, layout.halves)}>
          <Field label={shared.name} hint={text.nameHint} name="name" maxLength={NAME_MAX} required />
          {kind === "promo" && (
            <Field
              label={shared.code}
              hint={text.wordHint}
              name="word"
              maxLength={40}
              pattern="[\sA-Za-z0-9\-]{6,40}"
              autoComplete="off"
              spellCheck={false}
            />
          )}
          <Field label={text.coinsEach} name="coins" type="number" min={1} max={COINS_MAX} required />
          <Field
            label={kind === "gift" ? admin.pages.codes : shared.accounts}
            hint={kind === "promo" && text.accountsHint}
            name="max_redemptions"
            type="number"
            min={1}
            max={LIMITS[kind]}
            required
          />
          <Field label={text.starts} hint={text.startsHint} name="starts" type="datetime-local" />
          <Field label={text.expires} name="expires" type="datetime-local" required />
        </div>
        <div>
          <Button type="submit">{text.make}</Button>
        </div>
      </form>
      {form && (
        <ChangePanel<MadeCampaign>
          title={`${text.newCampaign}: ${form.name}`}
          action={text.make}
          path="/api/admin/codes"
          form={form}
          onClose={() => setForm(null)}
          onDone={({ codes }) => {
            setMadeCampaign({ name: form.name, codes });
            ref.current?.reset();
            onDone();
          }}
        >
          <p className={typography.hint}>{text.shownOnce}</p>
        </ChangePanel>
      )}
      {madeCampaign && <MadeCodes {...madeCampaign} onClose={() => setMadeCampaign(null)} />}
    </Panel>
  );
}

function Kinds({ kind, onChange }: { kind: Form["kind"]; onChange: (kind: Form["kind"]) => void }) {
  const id = useId();
  return (
    <div className={control.field}>
      <label htmlFor={id}>{shared.kind}</label>
      <select
        className={control.input}
        id={id}
        value={kind}
        onChange={({ target }) => onChange(target.value as Form["kind"])}
      >
        <option value="promo">{text.promoHint}</option>
        <option value="gift">{text.giftHint}</option>
      </select>
    </div>
  );
}

function formOf(kind: Form["kind"], data: FormData): Form {
  const value = (name: string) => String(data.get(name) ?? "").trim();
  return {
    name: value("name"),
    kind,
    coins: Number(value("coins")),
    max_redemptions: Number(value("max_redemptions")),
    starts_at: toMoment(value("starts")),
    expires_at: toMoment(value("expires")) ?? "",
    word: value("word"),
  };
}
