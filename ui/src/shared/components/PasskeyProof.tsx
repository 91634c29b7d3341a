import * as forms from "text:forms";
import { errorText } from "../api/errorText";
import { isCancelled, provePasskey, usePasskeyObstacle } from "../passkeys";
import { useAction } from "../useAction";
import { Button } from "./Button";
import { Refusal } from "./Field";
import { FingerprintIcon } from "./FingerprintIcon";

interface Props {
  /** Sends the proof; what it throws is shown. */
  send: (assertion: unknown) => Promise<unknown>;
}

/** Proves the second factor by a passkey, or says why this page cannot. */
export function PasskeyProof({ send }: Props) {
  const obstacle = usePasskeyObstacle();
  const { run, isBusy, refusal } = useAction((error) =>
    isCancelled(error) ? null : errorText(error, forms.passkeyFailed),
  );
  if (obstacle === undefined) return null;
  if (obstacle) return <p>{obstacle}</p>;
  return (
    <>
      {refusal && <Refusal>{refusal}</Refusal>}
      <Button wide busy={isBusy} onClick={() => run(() => provePasskey().then(send))}>
        <FingerprintIcon />
        {forms.usePasskey}
      </Button>
    </>
  );
}
