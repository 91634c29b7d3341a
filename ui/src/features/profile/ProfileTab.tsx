import panels from "panels:account";
import * as text from "text:profile";
import { ApiError } from "@shared/api/client";
import { useGet } from "@shared/api/useGet";
import { FailedPanel } from "@shared/components/FailedPanel";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { Tabs } from "@shared/components/Tabs";
import { Panels } from "@shared/panels";
import { useSession } from "@shared/stores/session";
import * as layout from "@shared/styles/layout.module.css";
import * as utility from "@shared/styles/utility.module.css";
import { lazy, type ReactNode, Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { Account } from "./Account";
import { PrivacyNotice } from "./PrivacyNotice";
import * as css from "./profile.module.css";
import { SecurityActivity } from "./SecurityActivity";
import { StatGroups } from "./StatGroups";
import { type SectionId, searchOf, sectionOf, useSections } from "./sections";

const Settings = lazy(() => import("./Settings"));

/** The profile in sections with an address each. `children`: what follows the account in the overview. */
export function ProfileTab({ children }: { children: ReactNode }) {
  const [query] = useSearchParams();
  const { error } = useGet("/api/player/profile");
  const sections = useSections();
  const section = sectionOf(query, sections);
  if (error instanceof ApiError && error.code === "factor_required") return <FactorNeeded />;
  return (
    <div className={css.stack}>
      <SectionTabs sections={sections} current={section} />
      {section === "overview" ? (
        <Overview>{children}</Overview>
      ) : (
        <Suspense fallback={<Skeleton className={css.skeleton} />}>
          <Settings key={section} part={section} />
        </Suspense>
      )}
    </div>
  );
}

function SectionTabs({ sections, current }: { sections: readonly SectionId[]; current: SectionId }) {
  return (
    <Tabs
      label={text.sectionsLabel}
      tabs={sections.map((id) => ({ id, label: text.sections[id] }))}
      current={current}
      search={(id) => searchOf(id as SectionId)}
    />
  );
}

/** The overview before its data are loaded. */
export function ProfileSkeleton() {
  return (
    <div className={css.stack} aria-busy="true">
      <SectionTabs sections={useSections()} current="overview" />
      <Account profile={undefined} />
      <StatGroups profile={undefined} />
    </div>
  );
}

/** The account, its statistics and recent security activity; then panels of extras and `children`. */
function Overview({ children }: { children: ReactNode }) {
  const { data, error } = useGet("/api/player/profile");
  const isFrozen = useSession((session) => session.isFrozen);
  if (error && !data) return <FailedPanel title={text.failed} />;
  return (
    <div className={css.stack} aria-busy={!data}>
      {!data && (
        <div className={utility.hidden} role="status">
          {text.loading}
        </div>
      )}
      <Account profile={data} />
      <StatGroups profile={data} />
      {!isFrozen && <SecurityActivity />}
      {!isFrozen && data && data.total_characters > 0 && <PrivacyNotice />}
      {!isFrozen && (
        <Suspense>
          <Panels of={panels} />
        </Suspense>
      )}
      {children}
    </div>
  );
}

/** All that a staff account can open before it has a second factor. */
function FactorNeeded() {
  return (
    <div className={css.stack}>
      <Panel padded className={layout.stack2} role="status">
        <h2>{text.waysNeeded}</h2>
        <p>{text.waysNeededText}</p>
      </Panel>
      <Suspense>
        <Settings part="loginWays" />
      </Suspense>
    </div>
  );
}
