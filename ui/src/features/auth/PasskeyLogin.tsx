import * as text from "text:auth";
import * as forms from "text:forms";
import { Button } from "@shared/components/Button";
import { FingerprintIcon } from "@shared/components/FingerprintIcon";
import { isCancelled, provePasskey } from "@shared/passkeys";
import { useSession } from "@shared/stores/session";
import { useEffect, useRef, useState } from "react";
import * as css from "./auth.module.css";
import { startSession } from "./startSession";

interface Props {
  setProving: (isProving: boolean) => void;
  onDone: () => void;
}

/** Logs in with a passkey: by the button, or by the browser's list under the username. */
export function PasskeyLogin({ setProving, onDone }: Props) {
  const isLoading = useSession((session) => session.isLoading);
  const [round, setRound] = useState(0);
  const list = useRef<AbortController>(null);
  const start = async (request?: CredentialRequestOptions) => {
    try {
      await startSession("passkey", { assertion: await provePasskey(request) }, setProving);
      onDone();
    } catch (error) {
      if (request?.signal?.aborted) return;
      if (error instanceof DOMException && !isCancelled(error)) {
        // The list is an offer: a browser that cannot show it shows none, and is not asked again.
        if (request) return;
        useSession.getState().setError(forms.passkeyFailed);
      }
      setRound((number) => number + 1);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round offers the list again
  useEffect(() => {
    const controller = new AbortController();
    list.current = controller;
    void hasList().then((isOffered) => {
      if (isOffered && !controller.signal.aborted) void start({ mediation: "conditional", signal: controller.signal });
    });
    return () => controller.abort();
  }, [round]);
  const press = () => {
    // A browser has one request at a time.
    list.current?.abort();
    void start();
  };
  return (
    <>
      <p className={css.or}>{text.or}</p>
      <Button wide disabled={isLoading} onClick={press}>
        <FingerprintIcon />
        {text.passkeyLogin}
      </Button>
    </>
  );
}

const hasList = async () => (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
