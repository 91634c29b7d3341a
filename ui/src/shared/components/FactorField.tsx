import * as forms from "text:forms";
import * as shared from "text:shared";
import { type ComponentProps, useState } from "react";
import { CodeField } from "./CodeField";
import { Field } from "./Field";
import { PasskeyProof } from "./PasskeyProof";
import { TextButton } from "./TextButton";

interface Props extends Omit<ComponentProps<"input">, "ref"> {
  /** Ways to prove the second factor, as the service names them. */
  factors: readonly string[];
  error?: string | undefined;
  /** Sends the proof of a passkey. */
  onPasskey: (assertion: unknown) => Promise<unknown>;
}

/** The code of an authenticator app, a recovery code instead, or a passkey. The app works on shared computers as well. */
export function FactorField({ factors, onPasskey, ...input }: Props) {
  const [isRecovery, setRecovery] = useState(!factors.includes("totp"));
  const hasBoth = factors.includes("totp") && factors.includes("recovery_code");
  return (
    <>
      {isRecovery ? (
        <Field
          key="recovery"
          label={forms.recoveryCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={forms.eachOnce}
          {...input}
        />
      ) : (
        <CodeField key="totp" label={shared.appCode} {...input} />
      )}
      {hasBoth && (
        <TextButton onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? forms.useApp : forms.useRecovery}
        </TextButton>
      )}
      {factors.includes("passkey") && <PasskeyProof send={onPasskey} />}
    </>
  );
}
