import * as text from "text:adminAlerts";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import { ChangePanel } from "@admin/parts/ChangePanel";
import { toMoment } from "@admin/parts/toMoment";
import * as typography from "@admin/parts/typography.module.css";
import { Field } from "@shared/components/Field";
import { useState } from "react";
import { ruleName } from "./format";

interface Props {
  rule: Body<"ListedAlertRule">;
  onClose: () => void;
  onDone: () => void;
}

/** Mutes a rule, until a time or until it is unmuted; or unmutes it. */
export function MuteRule({ rule: { name, mute }, onClose, onDone }: Props) {
  const [until, setUntil] = useState("");
  const action = mute ? text.unmute : text.mute;
  return (
    <ChangePanel
      title={`${action}: ${ruleName(name)}`}
      action={action}
      method="PUT"
      path={`/api/admin/alerts/rules/${name}/mute`}
      form={mute ? { is_muted: false } : { is_muted: true, until: toMoment(until) }}
      onClose={onClose}
      onDone={onDone}
    >
      <p className={typography.hint}>{mute ? text.unmuteHint : text.muteHint}</p>
      {!mute && (
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
