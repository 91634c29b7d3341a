import skyline from "art:skyline";
import { ErrorBoundary } from "@shared/components/ErrorBoundary";
import { Picture } from "@shared/components/Picture";
import type { User } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { Breadcrumb } from "./Breadcrumb";
import { DashboardTabs } from "./DashboardTabs";
import * as css from "./dashboard.module.css";
import { Loading } from "./Loading";
import { tabOf } from "./tabs";
import { Wallet } from "./wallet/Wallet";

/** What stands around the player's tabs. Whichever path led here, the query's `tab` alone says which is open. */
export function Dashboard({ user }: { user: User }) {
  const [query] = useSearchParams();
  const tab = tabOf(query);
  return (
    <>
      <div className={css.head}>
        <Picture source={skyline} sizes="100vw" className={css.picture} />
        <div className={`${utility.wrap} ${css.columns}`}>
          <div className={css.lead}>
            <Breadcrumb here={tab.label} />
            <h1>
              Welcome back, <bdi className={css.name}>{user.username}</bdi>
            </h1>
          </div>
          <Wallet />
          <DashboardTabs current={tab} />
        </div>
      </div>
      <div className={`${utility.wrap} ${css.body}`}>
        <ErrorBoundary resetKey={tab.id}>
          <Suspense key={tab.id} fallback={<Loading />}>
            <tab.Content />
          </Suspense>
        </ErrorBoundary>
      </div>
    </>
  );
}
