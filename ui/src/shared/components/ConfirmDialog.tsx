import type { ReactNode } from "react";
import { errorText } from "../api/errorText";
import { useAction } from "../useAction";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Refusal } from "./Field";

interface ConfirmDialogProps {
  title: string;
  /** Text of the button that confirms. */
  action: string;
  /** Text of the button that closes the dialog. */
  cancel: string;
  look?: "primary" | "danger";
  send: () => Promise<unknown>;
  /** Shown if the error has no message. */
  fallback: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that asks before a request; an error stays in it. */
export function ConfirmDialog({ title, action, cancel, look = "primary", children, ...props }: ConfirmDialogProps) {
  const { send, fallback, onClose } = props;
  const { run, isBusy, refusal } = useAction((error) => errorText(error, fallback));
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {cancel}
      </Button>
      <Button look={look} busy={isBusy} onClick={() => run(send)}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      {refusal && <Refusal>{refusal}</Refusal>}
      {children}
    </Dialog>
  );
}
