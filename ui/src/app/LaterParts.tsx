import ofSession from "panels:session";
import * as offline from "text:offline";
import * as text from "text:shell";
import { Banner } from "@shared/components/Banner";
import { Panels } from "@shared/panels";
import { useSession } from "@shared/stores/session";
import { type ReactNode, Suspense } from "react";
import * as css from "./frame.module.css";
import LanguageOffer from "./LanguageOffer";
import { useOnline } from "./useOnline";

/** Parts of the frame that no page waits for: two notices, and what extras tell a session. */
export default function LaterParts(): ReactNode {
  const online = useOnline();
  const isSession = useSession(({ isAuthenticated, isFrozen }) => isAuthenticated && !isFrozen);
  return (
    <>
      {!online && (
        <div className={css.notice}>
          <Banner tone="wait" icon="alert" title={offline.title}>
            {text.offlineText}
          </Banner>
        </div>
      )}
      <LanguageOffer />
      <Suspense>{isSession && <Panels of={ofSession} />}</Suspense>
    </>
  );
}
