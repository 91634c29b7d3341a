import { useState } from "react";
import { LoginForm } from "./LoginForm";
import { SecondStepDialog } from "./SecondStepDialog";
import type { SecondStep } from "./startSession";

/** The login in a page; a second factor is asked for in a dialog. The session that begins takes the place of it all. */
export function InlineLogin() {
  const [second, setSecond] = useState<SecondStep | null>(null);
  const leave = () => setSecond(null);
  return (
    <>
      <LoginForm onStep={setSecond} onDone={leave} />
      {second && <SecondStepDialog step={second} onClose={leave} onExpired={leave} />}
    </>
  );
}
