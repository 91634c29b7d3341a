import * as text from "text:adminWheel";
import { useState } from "react";
import type { Body } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import { Field } from "../parts/Field";
import { toMoment } from "./toMoment";

interface Props {
  row: Body<"ListedSwitch">;
  onClose: () => void;
  onDone: () => void;
}

/** Closes a feature, until a time or until it is opened; or opens it. */
export function ChangeSwitch({ row: { feature, closed }, onClose, onDone }: Props) {
  const [until, setUntil] = useState("");
  const action = closed ? text.open : text.close;
  return (
    <ChangePanel
      title={`${action}: ${text.features[feature]}`}
      action={action}
      method="PUT"
      path={`/api/admin/switches/${feature}`}
      form={closed ? { is_on: true } : { is_on: false, until: toMoment(until) }}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="hintt">{text.effects[feature]}</p>
      {!closed && (
        <Field
          label={text.until}
          hint={text.untilHint}
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      )}
    </ChangePanel>
  );
}
