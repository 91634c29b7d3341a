import * as shell from "text:admin";
import * as text from "text:adminOperators";
import * as control from "@shared/components/field.module.css";
import { useId } from "react";
import type { Body } from "../api/useAdmin";

type Role = Body<"OperatorEntry">["role"];

export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const id = useId();
  return (
    <div className={control.field}>
      <label htmlFor={id}>{text.role}</label>
      <select className={control.input} id={id} value={role} onChange={(event) => onChange(event.target.value as Role)}>
        {Object.entries(shell.roles).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
