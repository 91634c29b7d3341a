import * as forms from "text:forms";
import { useState } from "react";
import { errorText } from "../api/client";
import { isCancelled, provePasskey, usePasskeyObstacle } from "../passkeys";
import { Button } from "./Button";
import { Refusal } from "./Field";
import { Icon } from "./Icon";

interface Props {
  /** Sends the proof; what it throws is shown. */
  send: (assertion: unknown) => Promise<unknown>;
}

/** Proves the second factor by a passkey, or says why this page cannot. */
export function PasskeyProof({ send }: Props) {
  const obstacle = usePasskeyObstacle();
  const [waiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (obstacle === undefined) return null;
  if (obstacle) return <p>{obstacle}</p>;
  const press = () => {
    setWaiting(true);
    setRefusal(null);
    provePasskey()
      .then(send)
      .catch((error: unknown) => {
        if (!isCancelled(error)) setRefusal(errorText(error, forms.passkeyFailed));
      })
      .finally(() => setWaiting(false));
  };
  return (
    <>
      {refusal && <Refusal>{refusal}</Refusal>}
      <Button wide busy={waiting} onClick={press}>
        <Icon name="fingerprint" />
        {forms.usePasskey}
      </Button>
    </>
  );
}
