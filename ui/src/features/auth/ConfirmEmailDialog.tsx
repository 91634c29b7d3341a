import { ApiError, errorText, post } from "@shared/api/client";
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
      setState(isExpired ? "expired" : { error: errorText(error, "Your address could not be confirmed.") });
    }
  };
  const closeButton = <Button onClick={close}>Close</Button>;
  if (state === "expired") return <ExpiredLinkDialog lifetime="a day" onClose={close} actions={closeButton} />;
  if (state === "done") {
    return (
      <Dialog title="Done" onClose={close} actions={closeButton}>
        <Outcome look="good" title="E-mail confirmed">
          You can now reset your password by e-mail.
        </Outcome>
      </Dialog>
    );
  }
  const action = (
    <Button look="primary" waiting={state === "sending"} onClick={confirm}>
      Confirm
    </Button>
  );
  return (
    <Dialog title="Confirm your e-mail" onClose={close} actions={action}>
      {typeof state === "object" && <Refusal>{state.error}</Refusal>}
      <p>We use this address for recovery and for notices of changes.</p>
    </Dialog>
  );
}
