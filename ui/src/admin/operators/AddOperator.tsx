import * as text from "text:adminOperators";
import * as shared from "text:shared";
import { Field } from "@shared/components/Field";
import { useDeferredValue, useState } from "react";
import type { Body } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import { RoleField } from "./RoleField";

type Role = Body<"OperatorEntry">["role"];

interface Props {
  onClose: () => void;
  onDone: (name: string, password: string) => void;
}

export function AddOperator({ onClose, onDone }: Props) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("support");
  const shownName = useDeferredValue(name.trim().toLowerCase());
  return (
    <ChangePanel<Body<"PasswordSet">>
      title={text.add}
      action={text.add}
      path="/api/admin/operators"
      form={{ name: shownName, role }}
      refusal={shownName ? undefined : text.nameMissing}
      onClose={onClose}
      onDone={({ password }) => onDone(shownName, password)}
    >
      <Field
        label={shared.name}
        hint={text.nameHint}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={32}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <RoleField role={role} onChange={setRole} />
    </ChangePanel>
  );
}
