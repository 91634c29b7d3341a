import * as text from "text:adminWheel";
import * as shared from "text:shared";
import { Field } from "@shared/components/Field";
import { useState } from "react";
import type { Body } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import { toMoment } from "../parts/toMoment";
import * as typography from "../parts/typography.module.css";

interface Props {
  row: Body<"ListedSwitch">;
  onClose: () => void;
  onDone: () => void;
}

/** Closes a feature, until a time or until it is opened; or opens it. */
export function ChangeSwitch({ row: { feature, closed }, onClose, onDone }: Props) {
  const [until, setUntil] = useState("");
  const name = text.features[feature];
  const path = `/api/admin/switches/${feature}`;
  const change = (action: string, form: object) =>
    ({ title: `${action}: ${name}`, action, method: "PUT", path, form }) as const;
  const open = change(text.open, { is_on: true });
  const close = (end: string | null) => change(text.close, { is_on: false, until: end });
  const target = closed ? open : close(toMoment(until));
  return (
    <ChangePanel {...target} undo={closed ? close(closed.until) : open} onClose={onClose} onDone={onDone}>
      <p className={typography.hint}>{text.effects[feature]}</p>
      {!closed && (
        <Field
          label={shared.until}
          hint={text.untilHint}
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      )}
    </ChangePanel>
  );
}
