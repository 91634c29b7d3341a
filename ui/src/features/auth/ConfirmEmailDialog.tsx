import * as text from "text:auth";
import * as shared from "text:shared";
import { ApiError, post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Refusal } from "@shared/components/Field";
import { useDialogs } from "@shared/stores/dialogs";
import { useState } from "react";
import { mutate } from "swr";
import { ExpiredLinkDialog } from "./ExpiredLinkDialog";
import { Outcome } from "./Outcome";

type State = "idle" | "sending" | "done" | "expired" | { readonly error: string };

/** Confirms an address with a link from a mail. It asks first: mail servers open links to look into them. */
export function ConfirmEmailDialog({ secret }: { secret: string }) {
  const { close } = useDialogs();
  const [state, setState] = useState<State>("idle");
  const confirm = async () => {
    setState("sending");
    try {
      await post<void>("/api/auth/email/confirm", { key: secret });
      void mutate("/api/player/profile");
      setState("done");
    } catch (error) {
      const isExpired = error instanceof ApiError && error.status === 410;
      setState(isExpired ? "expired" : { error: errorText(error, text.confirmFailed) });
    }
  };
  const closeButton = <Button onClick={close}>{shared.close}</Button>;
  if (state === "expired") return <ExpiredLinkDialog lifetime={text.worksADay} onClose={close} actions={closeButton} />;
  if (state === "done") {
    return (
      <Dialog title={shared.done} onClose={close} actions={closeButton}>
        <Outcome look="good" title={text.confirmed}>
          {text.confirmedText}
        </Outcome>
      </Dialog>
    );
  }
  const action = (
    <Button look="primary" busy={state === "sending"} onClick={confirm}>
      {shared.confirm}
    </Button>
  );
  return (
    <Dialog title={text.confirmEmail} onClose={close} actions={action}>
      {typeof state === "object" && <Refusal>{state.error}</Refusal>}
      <p>{text.confirmEmailText}</p>
    </Dialog>
  );
}
