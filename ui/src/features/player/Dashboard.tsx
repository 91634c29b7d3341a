import skyline from "art:skyline";
import * as text from "text:player";
import { Banner } from "@shared/components/Banner";
import { ErrorBoundary } from "@shared/components/ErrorBoundary";
import { Picture } from "@shared/components/Picture";
import { refreshOldUser, type User, useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { type ReactNode, Suspense, useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { AccountChanges } from "./AccountChanges";
import { Breadcrumb } from "./Breadcrumb";
import { DashboardTabs } from "./DashboardTabs";
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
  return (
    <>
      <div className={css.head}>
        <Picture source={skyline} sizes="100vw" className={css.picture} />
        <div className={`${utility.wrap} ${css.columns}`}>
          <div className={css.lead}>
            <Breadcrumb tab={text.tab[tab.id]} />
            <h1>{text.welcome({ name: <bdi className={css.name}>{user.username}</bdi> })}</h1>
          </div>
          {wallet}
          <DashboardTabs current={tab} />
        </div>
      </div>
      <div className={`${utility.wrap} ${css.body}`}>
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
      </div>
    </>
  );
}
