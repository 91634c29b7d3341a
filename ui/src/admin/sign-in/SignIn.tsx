import * as text from "text:adminSignIn";
import * as shared from "text:shared";
import { ApiError, post } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { Field } from "@shared/components/Field";
import { withProof } from "@shared/withProof";
import { useState } from "react";
import * as typography from "../parts/typography.module.css";
import { Card } from "./Card";
import { FactorProof } from "./FactorProof";
import { Problem } from "./Problem";
import { useSubmit } from "./useSubmit";

interface Props {
  onDone: () => Promise<unknown>;
  /** A session has ended while its page is open. */
  hasEnded?: boolean;
  name?: string;
}

interface SecondStep {
  challenge: string;
  factors: readonly string[];
}

export function SignIn({ onDone, hasEnded = false, name: knownName = "" }: Props) {
  const [name, setName] = useState(knownName);
  const [password, setPassword] = useState("");
  const [step, setStep] = useState<SecondStep | null>(null);
  const { submit, isBusy, fields, problem } = useSubmit(async () => {
    try {
      await withProof((headers) => post("/api/admin/sign-in", { name, password }, headers));
    } catch (error) {
      if (!(error instanceof ApiError) || error.challenge === undefined) throw error;
      setStep({ challenge: error.challenge, factors: error.factors });
      return;
    }
    await onDone();
  });
  async function prove(step: SecondStep, proof: object): Promise<void> {
    try {
      await post("/api/admin/sign-in/factor", { challenge: step.challenge, ...proof });
    } catch (error) {
      if (error instanceof ApiError && error.code === "challenge_expired") setStep(null);
      throw error;
    }
    await onDone();
  }
  if (step)
    return (
      <Card title={text.secondStep} note={text.secondStepNote} isOver={hasEnded}>
        <FactorProof factors={step.factors} onProof={(proof) => prove(step, proof)} />
        <p className={typography.hint}>{text.lostFactor}</p>
      </Card>
    );
  return (
    <Card title={shared.administration} note={hasEnded ? text.ended : text.note} isOver={hasEnded}>
      <form onSubmit={submit} noValidate>
        <Field
          label={text.name}
          error={fields.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!knownName}
        />
        <Field
          label={shared.password}
          error={fields.password}
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          autoFocus={Boolean(knownName)}
        />
        <Problem text={problem} />
        <Button type="submit" look="primary" wide busy={isBusy}>
          {text.signIn}
        </Button>
      </form>
    </Card>
  );
}
