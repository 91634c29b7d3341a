import * as text from "text:auth";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import { useSite } from "@shared/api/useSite";
import { AnchorButton, Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, Refusal } from "@shared/components/Field";
import { TextButton } from "@shared/components/TextButton";
import { useSiteTexts } from "@shared/content";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { useDialogs } from "@shared/stores/dialogs";
import * as css from "./auth.module.css";
import { Outcome } from "./Outcome";
import { recoverProblems } from "./rules";

const requestLink = ({ email }: { email: string }) => post<void>("/api/auth/recover", { email: email.trim() });

/** Asks for links to set a new password. The answer is the same for every address. */
export function RecoverDialog() {
  const sendsMail = useSite().data?.email ?? true;
  return sendsMail ? <RequestDialog /> : <NoMailDialog />;
}

function RequestDialog() {
  const { close, show } = useDialogs();
  const { form, field, submit, phase, refusal } = useSubmitForm({
    blank: { email: "" },
    check: recoverProblems,
    send: requestLink,
    fallback: text.sendFailed,
  });
  if (phase === "done") {
    return (
      <Dialog title={text.lookIntoMail} onClose={close} actions={<Button onClick={close}>{shared.close}</Button>}>
        <Outcome look="mail" title={text.mailSent}>
          {text.mailSentText}
        </Outcome>
      </Dialog>
    );
  }
  const turn = <TextButton onClick={() => show("login")}>{text.backToLogin}</TextButton>;
  return (
    <Dialog title={text.forgot} onClose={close} turn={turn}>
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        {refusal && <Refusal>{refusal}</Refusal>}
        <Field
          label={text.accountEmail}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={text.confirmedOnly}
          {...field("email")}
        />
        <Button type="submit" look="primary" wide busy={phase === "submitting"}>
          {phase === "submitting" ? shared.sending : text.sendLink}
        </Button>
      </form>
    </Dialog>
  );
}

function NoMailDialog() {
  const { close } = useDialogs();
  const { contact } = useSiteTexts().links;
  const actions = (
    <>
      <Button look="ghost" onClick={close}>
        {shared.close}
      </Button>
      {contact && (
        <AnchorButton href={contact} target="_blank" rel="noopener">
          {shared.contact}
        </AnchorButton>
      )}
    </>
  );
  return (
    <Dialog title={text.forgot} onClose={close} actions={actions}>
      <Outcome look="off" title={text.noRecovery}>
        {text.noRecoveryText}
      </Outcome>
    </Dialog>
  );
}
