import * as text from "text:dataProtection";
import { getAside, post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { ConfirmDialog } from "@shared/components/ConfirmDialog";
import { Dialog } from "@shared/components/Dialog";
import { Refusal } from "@shared/components/Field";
import { Link } from "@shared/components/Link";
import { button } from "@shared/components/text-button.module.css";
import { useSession } from "@shared/stores/session";
import * as layout from "@shared/styles/layout.module.css";
import { useAction } from "@shared/useAction";
import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useSearchParams } from "react-router-dom";
import { mutate } from "swr";
import { CONSENTS, DATA_PAGE, NOTICES, type Notices, type PendingErasure, type Version } from "./answers";
import { useDataPlace } from "./dataPlace";
import { cancelErasure, sentenceOf, titleOf } from "./ErasureBanner";
import { LegalTexts } from "./LegalTexts";
import { forgetAnswer, keepAnswer, wasAnswered } from "./loginAnswer";

const AccountData = lazy(() => import("./AccountData"));

/** Fills the place in the profile, and asks once after a login: what to do about an erasure that waits, and whether new versions of the texts are accepted. */
export default function SessionNotices() {
  const [isAnswered, setAnswered] = useState(wasAnswered);
  // It is unmounted by a logout: the next login is asked again.
  useEffect(() => forgetAnswer, []);
  const answer = () => {
    keepAnswer();
    setAnswered(true);
  };
  const place = useDataPlace((state) => state.place);
  return (
    <>
      {!isAnswered && <Questions onAnswer={answer} />}
      <Suspense>{place && createPortal(<AccountData />, place)}</Suspense>
    </>
  );
}

function Questions({ onAnswer }: { onAnswer: () => void }) {
  // An answer that is for nothing on the page ends no session.
  const { data } = useGet(NOTICES, undefined, { fetcher: getAside<Notices> });
  const [query] = useSearchParams();
  const isAsked = data && (data.erasure || data.consents.length > 0);
  useEffect(() => {
    if (data && !isAsked) onAnswer();
  }, [data, isAsked, onAnswer]);
  // The export, the erasure and its cancel are in this section of the profile: no dialog covers them.
  if (!data || query.get("section") === "privacy") return null;
  if (data.erasure) return <ErasureQuestion erasure={data.erasure} onClose={onAnswer} />;
  return data.consents.length > 0 && <ConsentQuestion versions={data.consents} />;
}

function ErasureQuestion({ erasure, onClose }: { erasure: PendingErasure; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={titleOf(erasure)}
      action={text.cancelErasure}
      cancel={text.leave}
      send={cancelErasure}
      fallback={text.cancelFailed}
      onClose={onClose}
    >
      <p>{sentenceOf(erasure)}</p>
    </ConfirmDialog>
  );
}

function ConsentQuestion({ versions }: { versions: readonly Version[] }) {
  const signOut = useSession((session) => session.signOut);
  const [isLeft, setLeft] = useState(false);
  const { run, isBusy, refusal } = useAction((failure) => errorText(failure, text.acceptFailed));
  if (isLeft) return null;
  const accept = async () => {
    const accepted = Object.fromEntries(versions.map(({ document, version }) => [document, version]));
    await mutate(NOTICES, await post<Notices>(CONSENTS, { accepted }), { revalidate: false });
  };
  const actions = (
    <>
      <Button look="ghost" onClick={signOut}>
        {text.logOut}
      </Button>
      <Button look="primary" busy={isBusy} onClick={() => run(accept)}>
        {text.accept}
      </Button>
    </>
  );
  return (
    <Dialog title={text.consentTitle} keepsOpen onClose={signOut} actions={actions}>
      <div className={layout.stack3}>
        <p>{text.consentText}</p>
        {refusal && <Refusal>{refusal}</Refusal>}
        <LegalTexts versions={versions} />
        <p>
          {text.consentData({
            data: (label) => (
              <Link to={DATA_PAGE} className={button} onClick={() => setLeft(true)}>
                {label}
              </Link>
            ),
          })}
        </p>
      </div>
    </Dialog>
  );
}
