import * as text from "text:adminOperators";
import * as control from "@shared/components/field.module.css";
import { useState } from "react";
import type { Body } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import * as typography from "../parts/typography.module.css";
import { RoleField } from "./RoleField";

type Entry = Body<"OperatorEntry">;

interface Props {
  operator: Entry;
  onClose: () => void;
  onDone: () => void;
}

export function ChangeOperator({ operator, onClose, onDone }: Props) {
  const [role, setRole] = useState(operator.role);
  const [disabled, setDisabled] = useState(operator.disabled_at !== null);
  return (
    <ChangePanel
      title={text.changeOf({ name: operator.name })}
      action={text.change}
      method="PUT"
      path={pathOf(operator)}
      form={{ role, disabled }}
      onClose={onClose}
      onDone={onDone}
    >
      <RoleField role={role} onChange={setRole} />
      <label className={control.check}>
        <input type="checkbox" checked={disabled} onChange={(event) => setDisabled(event.target.checked)} />
        {text.refuse}
      </label>
      <p className={typography.hint}>{text.sessionsEnd}</p>
    </ChangePanel>
  );
}

/** The path of an operator in the API. */
export const pathOf = ({ name }: Entry): string => `/api/admin/operators/${encodeURIComponent(name)}`;
