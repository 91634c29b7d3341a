import skyline from "art:skyline";
import * as text from "text:player";
import * as shared from "text:shared";
import { Picture } from "@shared/components/Picture";
import * as utility from "@shared/styles/utility.module.css";
import type { ReactNode } from "react";
import { Breadcrumb } from "./Breadcrumb";
import { DashboardTabs } from "./DashboardTabs";
import * as css from "./dashboard.module.css";
import type { PlayerTab } from "./tabs";

interface Props {
  tab: PlayerTab;
  /** Missing before the session is known. */
  title?: ReactNode;
  wallet: ReactNode;
  children: ReactNode;
}

/** Head and tabs of the player's area around the open tab. */
export function DashboardFrame({ tab, title, wallet, children }: Props) {
  return (
    <>
      <div className={css.head}>
        <Picture source={skyline} sizes="100vw" className={css.picture} fetchPriority="high" />
        <div className={`${utility.wrap} ${css.columns}`}>
          <div className={css.lead}>
            <Breadcrumb tab={text.tab[tab.id]} />
            <h1>{title ?? <span className={css.loading}>{shared.loadingDashboard}</span>}</h1>
          </div>
          {wallet}
          <DashboardTabs current={tab} />
        </div>
      </div>
      <div className={`${utility.wrap} ${css.body}`}>{children}</div>
    </>
  );
}
