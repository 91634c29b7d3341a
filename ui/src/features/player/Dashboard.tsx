import * as text from "text:player";
import { Banner } from "@shared/components/Banner";
import { ErrorBoundary } from "@shared/components/ErrorBoundary";
import { refreshOldUser, type User, useSession } from "@shared/stores/session";
import { type ReactNode, Suspense, useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { AccountChanges } from "./AccountChanges";
import { DashboardFrame } from "./DashboardFrame";
import * as css from "./dashboard.module.css";
import { FirstSteps } from "./FirstSteps";
import { Loading } from "./Loading";
import { LongName } from "./LongName";
import { type TabContents, tabOf } from "./tabs";

interface Props {
  user: User;
  wallet: ReactNode;
  contents: TabContents;
}

/** The frame around the player's tabs. The `tab` parameter alone chooses the open tab, whatever the path. */
export function Dashboard({ user, wallet, contents }: Props) {
  const [query] = useSearchParams();
  const tab = tabOf(query);
  const isFrozen = useSession((session) => session.isFrozen);
  const Content = contents[tab.id];
  useEffect(refreshOldUser, []);
  const title = text.welcome({ name: <bdi className={css.name}>{user.username}</bdi> });
  return (
    <DashboardFrame tab={tab} title={title} wallet={wallet}>
      <AccountChanges username={user.username} />
      <LongName username={user.username} />
      {isFrozen && (
        <Banner tone="wait" icon="alert" title={text.locked}>
          {text.lockedText}
        </Banner>
      )}
      {(tab.id === "profile" || tab.id === "characters") && <FirstSteps username={user.username} tab={tab.id} />}
      <ErrorBoundary resetKey={tab.id}>
        <Suspense key={tab.id} fallback={<Loading />}>
          <Content />
        </Suspense>
      </ErrorBoundary>
    </DashboardFrame>
  );
}
