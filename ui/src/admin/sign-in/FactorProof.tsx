import * as text from "text:adminSignIn";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { Field } from "@shared/components/Field";
import { useState } from "react";
import { Icon } from "../parts/Icon";
import * as layout from "../parts/layout.module.css";
import { hasPasskeys, provePasskey } from "../passkeys";
import { Problem } from "./Problem";
import { useSubmit } from "./useSubmit";

interface Props {
  factors: readonly string[];
  /** Sends the proof; it throws if the service refuses it. */
  onProof: (proof: object) => Promise<void>;
}

/** Asks for a code, or for a passkey where the operator and the browser have one. */
export function FactorProof({ factors, onProof }: Props) {
  const [code, setCode] = useState("");
  const byCode = useSubmit(() => onProof({ code }));
  const byPasskey = useSubmit(async () => onProof({ assertion: await provePasskey() }));
  const hasCode = factors.includes("totp");
  return (
    <>
      {factors.includes("passkey") && hasPasskeys() && (
        <Button wide look={hasCode ? "secondary" : "primary"} busy={byPasskey.isBusy} onClick={byPasskey.run}>
          <Icon name="key" />
          {text.usePasskey}
        </Button>
      )}
      <form className={layout.stack} onSubmit={byCode.submit} noValidate>
        <Field
          label={text.code}
          hint={hasCode ? text.codeHint : text.recoveryHint}
          error={byCode.fields.code}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
        />
        <Problem text={byCode.problem || byPasskey.problem} />
        <Button type="submit" look="primary" wide busy={byCode.isBusy}>
          {shared.confirm}
        </Button>
      </form>
    </>
  );
}
