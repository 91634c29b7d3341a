import * as text from "text:auth";
import * as shared from "text:shared";
import { ApiError } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { FactorField } from "@shared/components/FactorField";
import { Refusal } from "@shared/components/Field";
import { firstBroken, isFilled, onlyProblems } from "@shared/forms/rules";
import { useForm } from "@shared/forms/useForm";
import { useSession } from "@shared/stores/session";
import * as css from "./auth.module.css";
import { type SecondStep, sendFactor } from "./startSession";

const check = ({ code }: { code: string }) =>
  onlyProblems<{ code: string }>({ code: firstBroken(code, [[isFilled, shared.codeRequired]]) });

interface Props {
  step: SecondStep;
  onClose: () => void;
  /** Called when the password has to be typed again. */
  onExpired: () => void;
}

/** The second step of a login: proves the second factor. */
export function SecondStepDialog({ step, onClose, onExpired }: Props) {
  const { isLoading, error } = useSession();
  const { form, field, submit } = useForm({ code: "" }, check);
  const send = (proof: Parameters<typeof sendFactor>[1]) =>
    sendFactor(step, proof).then(onClose, (failure: unknown) => {
      if (failure instanceof ApiError && failure.code === "challenge_expired") onExpired();
      else throw failure;
    });
  return (
    <Dialog title={text.secondStep} onClose={onClose}>
      <form ref={form} className={css.form} noValidate onSubmit={submit(send)}>
        {error && <Refusal>{error}</Refusal>}
        <p className={css.note}>{text.secondStepNote}</p>
        <FactorField
          factors={step.factors}
          // The session holds the message of a failure.
          onPasskey={(assertion) => send({ assertion }).catch(() => {})}
          {...field("code")}
        />
        <Button type="submit" look="primary" wide busy={isLoading}>
          {isLoading ? text.loggingIn : shared.login}
        </Button>
      </form>
    </Dialog>
  );
}
