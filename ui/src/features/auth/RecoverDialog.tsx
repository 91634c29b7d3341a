import { post } from "@shared/api/client";
import { useSite } from "@shared/api/useSite";
import { AnchorButton, Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, Refusal } from "@shared/components/Field";
import { useSiteTexts } from "@shared/content";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { useDialogs } from "@shared/stores/dialogs";
import * as css from "./auth.module.css";
import { Outcome } from "./Outcome";
import { recoverProblems } from "./rules";

const TITLE = "Forgot your password?";

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
    fallback: "The link could not be sent.",
  });
  if (phase === "done") {
    return (
      <Dialog title="Look into your mail" onClose={close} actions={<Button onClick={close}>Close</Button>}>
        <Outcome look="mail" title="If the address is confirmed, a mail is on its way">
          The answer is the same for every address. The link works once, for 30 minutes.
        </Outcome>
      </Dialog>
    );
  }
  const turn = (
    <button type="button" onClick={() => show("login")}>
      Back to login
    </button>
  );
  return (
    <Dialog title={TITLE} onClose={close} turn={turn}>
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        {refusal && <Refusal>{refusal}</Refusal>}
        <Field
          label="E-mail of the account"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint="Only an address you have confirmed."
          {...field("email")}
        />
        <Button type="submit" look="primary" wide waiting={phase === "submitting"}>
          {phase === "submitting" ? "Sending..." : "Send the link"}
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
        Close
      </Button>
      {contact && (
        <AnchorButton href={contact} target="_blank" rel="noopener">
          Contact
        </AnchorButton>
      )}
    </>
  );
  return (
    <Dialog title={TITLE} onClose={close} actions={actions}>
      <Outcome look="off" title="No recovery by e-mail here">
        This server sends no e-mail. Write to the team from the address in your profile.
      </Outcome>
    </Dialog>
  );
}
