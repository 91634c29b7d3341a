import * as text from "text:adminContent";
import * as wheel from "text:adminWheel";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { Field } from "@shared/components/Field";
import * as control from "@shared/components/field.module.css";
import { type FormEvent, useState } from "react";
import type { Body } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { toMoment } from "../parts/toMoment";
import * as typography from "../parts/typography.module.css";
import type { ChangeTarget } from "../parts/undo";
import { NoticeTexts, textsOf } from "./NoticeTexts";

const FEATURES = ["donations", "deliveries", "roulette", "registration"] as const;

interface Form {
  text: string;
  features: FormDataEntryValue[];
  until: string | null;
}

interface Props {
  controls: Body<"ControlList">;
  onChange: () => void;
}

/** Closes features until a time, and says so on every page, as one change. Features that are closed stay as they are. */
export function Maintenance({ controls: { switches, notices }, onChange }: Props) {
  const [form, setForm] = useState<Form | null>(null);
  const isClosed = (feature: string) => switches.some((row) => row.feature === feature && row.closed !== null);
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const features = data.getAll("feature");
    if (features.length > 0) setForm({ ...textsOf(data), features, until: toMoment(String(data.get("until"))) });
  };
  return (
    <Panel title={text.maintenance}>
      <form className={layout.bodyStack} onSubmit={begin}>
        <p className={typography.hint}>{text.maintenanceHint}</p>
        <fieldset className={layout.row}>
          <legend className={typography.label}>{text.closes}</legend>
          {FEATURES.map((feature) => (
            <label key={feature} className={control.check}>
              <input
                type="checkbox"
                name="feature"
                value={feature}
                defaultChecked={!isClosed(feature)}
                disabled={isClosed(feature)}
              />
              {wheel.features[feature]}
            </label>
          ))}
        </fieldset>
        <NoticeTexts />
        <Field label={shared.until} name="until" type="datetime-local" required />
        <div>
          <Button type="submit">{text.beginMaintenance}</Button>
        </div>
      </form>
      {form && (
        <ChangePanel
          title={text.beginMaintenance}
          action={text.beginMaintenance}
          path="/api/admin/maintenance"
          form={form}
          undo={notices.some(({ name }) => name === form.text) ? undefined : end(form)}
          onClose={() => setForm(null)}
          onDone={onChange}
        />
      )}
    </Panel>
  );
}

const end = ({ text: line, features }: Form): ChangeTarget => ({
  title: text.endMaintenance,
  action: text.endMaintenance,
  path: "/api/admin/maintenance/end",
  form: { text: line, features },
});
