import forest from "art:scene-elven-forest";
import * as shared from "text:shared";
import * as text from "text:watch";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { ErrorState } from "@shared/components/ErrorState";
import { PageHead } from "@shared/components/PageHead";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { lazy, Suspense } from "react";
import { PATH } from "./answers";
import { useBrowserStars } from "./browserStars";
import { Groups } from "./Groups";
import { OwnNews } from "./OwnNews";
import { PublicNews } from "./PublicNews";
import * as css from "./watch.module.css";

const WatchSettings = lazy(() => import("./WatchSettings"));

/** Starred things of the player or the visitor, as they are now, and their news. */
export default function Watch() {
  const isSession = useSession(({ isAuthenticated, isFrozen }) => isAuthenticated && !isFrozen);
  return (
    <>
      <PageHead title={text.title} picture={forest} scene="forest" short>
        {text.lead}
      </PageHead>
      <div className={utility.wrap}>{isSession ? <OfAccount /> : <OfBrowser />}</div>
    </>
  );
}

function OfAccount() {
  const { data, error } = useGet(PATH);
  if (error && !data) return <ErrorState title={text.starsFailed} />;
  if (!data) return <Skeleton className={css.skeleton} />;
  return (
    <div className={css.columns}>
      <Groups key="account" stars={data.stars} isSession />
      <div className={css.second}>
        <OwnNews />
        <Panel padded aria-labelledby="settings">
          <h2 id="settings" className={css.title}>
            {text.settings}
          </h2>
          <Suspense fallback={<Skeleton className={css.skeleton} />}>
            <WatchSettings />
          </Suspense>
        </Panel>
      </div>
    </div>
  );
}

function OfBrowser() {
  const stars = useBrowserStars((state) => state.stars);
  return (
    <>
      <InThisBrowser />
      <div className={css.columns}>
        <Groups key="browser" stars={stars} isSession={false} />
        {stars.length > 0 && <PublicNews stars={stars} />}
      </div>
    </>
  );
}

function InThisBrowser() {
  const show = useDialogs((dialogs) => dialogs.show);
  return (
    <Panel padded className={css.browser}>
      <p>{text.keptHere}</p>
      <Button onClick={() => show("login")}>{shared.login}</Button>
    </Panel>
  );
}
