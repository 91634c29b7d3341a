import * as text from "text:auth";
import * as shared from "text:shared";
import { Dialog } from "@shared/components/Dialog";
import { TextButton } from "@shared/components/TextButton";
import { useDialogs } from "@shared/stores/dialogs";
import { useState } from "react";
import { LoginForm } from "./LoginForm";
import { SecondStepDialog } from "./SecondStepDialog";
import type { SecondStep } from "./startSession";
import { useClearedError } from "./useClearedError";

export function LoginDialog() {
  const { close, show } = useDialogs();
  const [second, setSecond] = useState<SecondStep | null>(null);
  useClearedError();
  if (second) return <SecondStepDialog step={second} onClose={close} onExpired={() => setSecond(null)} />;
  const turn = text.noAccount({
    register: (children) => <TextButton onClick={() => show("register")}>{children}</TextButton>,
  });
  return (
    <Dialog title={shared.login} onClose={close} turn={turn}>
      <LoginForm onStep={setSecond} onDone={close} />
    </Dialog>
  );
}
