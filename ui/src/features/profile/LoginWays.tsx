import * as text from "text:profile";
import * as shared from "text:shared";
import { post, remove } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import type { components } from "@shared/api/schema";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { ConfirmDialog } from "@shared/components/ConfirmDialog";
import { ErrorState } from "@shared/components/ErrorState";
import { Refusal } from "@shared/components/Field";
import { ListHead } from "@shared/components/ListHead";
import { Panel } from "@shared/components/Panel";
import { formatDay } from "@shared/dates";
import { useAction } from "@shared/useAction";
import { useState } from "react";
import { mutate } from "swr";
import { AuthenticatorDialog } from "./AuthenticatorDialog";
import * as css from "./login-ways.module.css";
import { Passkeys } from "./Passkeys";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog";
import { Way } from "./Way";

type Enrolment = components["schemas"]["TotpEnrolment"];
type Codes = components["schemas"]["RecoveryCodes"];

const TOTP = "/api/auth/totp";
const CODES = "/api/auth/recovery-codes";
const TITLE = "ways-to-log-in";

/** Reloads everything of the account: a staff account may do more with a second factor than without. */
const reload = () => mutate((key) => typeof key === "string" && /^\/api\/(auth|player)\//.test(key));

type Open =
  | { name: "enrolment"; enrolment: Enrolment }
  | { name: "codes"; codes: string[] }
  | { name: "turn off" | "renew" };

/** The second factors of the account. */
export function LoginWays() {
  const totp = useGet(TOTP);
  const codes = useGet(CODES);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const showCodes = (newCodes: string[] | null) => {
    void reload();
    setOpen(newCodes && { name: "codes", codes: newCodes });
  };
  const isOn = Boolean(totp.data?.since);
  return (
    <section aria-labelledby={TITLE}>
      <ListHead id={TITLE} title={text.waysTitle} note={text.waysNote} compact />
      <Panel aria-busy={!(totp.data && codes.data)}>
        {(totp.error && !totp.data) || (codes.error && !codes.data) ? (
          <ErrorState title={text.waysFailed}>{text.restLoaded}</ErrorState>
        ) : (
          <ul className={css.ways}>
            <Passkeys onChange={showCodes} />
            <Way title={shared.authenticatorApp} badge={isOn} note={totp.data && appNote(totp.data.since)}>
              {isOn ? (
                <Button look="danger" onClick={() => setOpen({ name: "turn off" })}>
                  {text.waysTurnOff}
                </Button>
              ) : (
                <StartButton
                  disabled={!totp.data}
                  onStarted={(enrolment) => setOpen({ name: "enrolment", enrolment })}
                />
              )}
            </Way>
            {(isOn || codes.data?.since) && (
              <Way title={shared.recoveryCodes} note={codes.data && text.waysLeft({ count: codes.data.left })}>
                <Button onClick={() => setOpen({ name: "renew" })}>{text.waysRenew}</Button>
              </Way>
            )}
          </ul>
        )}
      </Panel>
      <p className={css.game}>{text.waysGame}</p>
      {open?.name === "enrolment" && (
        <AuthenticatorDialog enrolment={open.enrolment} onClose={close} onDone={showCodes} />
      )}
      {open?.name === "codes" && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
      {open?.name === "renew" && (
        <Question
          title={text.waysRenewTitle}
          explanation={text.waysRenewText}
          action={text.waysRenew}
          send={() => post<Codes>(CODES).then((response) => showCodes(response.codes))}
          onClose={close}
        />
      )}
      {open?.name === "turn off" && (
        <Question
          title={text.waysTurnOffTitle}
          explanation={text.waysTurnOffText}
          action={text.waysTurnOff}
          send={() => remove<object>(TOTP).then(() => showCodes(null))}
          onClose={close}
        />
      )}
    </section>
  );
}

const appNote = (since: string | null) => (since ? text.waysSince({ day: formatDay(new Date(since)) }) : text.waysOff);

/** Asks for the secret before the dialog opens: the service may ask for a proof first. */
function StartButton({ disabled, onStarted }: { disabled: boolean; onStarted: (enrolment: Enrolment) => void }) {
  const { run, isBusy, refusal } = useAction((error) => errorText(error, text.waysStartFailed));
  return (
    <>
      <Button
        look="primary"
        disabled={disabled}
        busy={isBusy}
        onClick={() => run(() => post<Enrolment>(TOTP).then(onStarted))}
      >
        {text.waysSetUp}
      </Button>
      {refusal && <Refusal>{refusal}</Refusal>}
    </>
  );
}

interface QuestionProps {
  title: string;
  explanation: string;
  action: string;
  send: () => Promise<void>;
  onClose: () => void;
}

function Question({ explanation, ...props }: QuestionProps) {
  return (
    <ConfirmDialog {...props} cancel={shared.cancel} fallback={text.waysChangeFailed}>
      <p>{explanation}</p>
    </ConfirmDialog>
  );
}
