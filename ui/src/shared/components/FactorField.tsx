import { type ComponentProps, useState } from "react";
import { CodeField } from "./CodeField";
import { Field } from "./Field";
import * as css from "./factor-field.module.css";
import { PasskeyProof } from "./PasskeyProof";

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
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Each code works once."
          {...input}
        />
      ) : (
        <CodeField key="totp" label="Code that the app shows now" {...input} />
      )}
      {hasBoth && (
        <button type="button" className={css.switch} onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
        </button>
      )}
      {factors.includes("passkey") && <PasskeyProof send={onPasskey} />}
    </>
  );
}
