import * as shell from "text:admin";
import * as text from "text:adminOperators";
import * as control from "@shared/components/field.module.css";
import { useId, useState } from "react";
import type { Body } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import * as typography from "../parts/typography.module.css";

type Entry = Body<"OperatorEntry">;

interface Props {
  operator: Entry;
  onClose: () => void;
  onDone: () => void;
}

export function ChangeOperator({ operator, onClose, onDone }: Props) {
  const [role, setRole] = useState(operator.role);
  const [disabled, setDisabled] = useState(operator.disabled_at !== null);
  const id = useId();
  return (
    <ChangePanel
      title={text.changeOf({ name: operator.name })}
      action={text.change}
      method="PUT"
      path={`/api/admin/operators/${encodeURIComponent(operator.name)}`}
      form={{ role, disabled }}
      onClose={onClose}
      onDone={onDone}
    >
      <div className={control.field}>
        <label htmlFor={id}>{text.role}</label>
        <select
          className={control.input}
          id={id}
          value={role}
          onChange={(event) => setRole(event.target.value as Entry["role"])}
        >
          {Object.entries(shell.roles).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <label className={control.check}>
        <input type="checkbox" checked={disabled} onChange={(event) => setDisabled(event.target.checked)} />
        {text.refuse}
      </label>
      <p className={typography.hint}>{text.sessionsEnd}</p>
    </ChangePanel>
  );
}
