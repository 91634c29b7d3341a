import panels from "panels:profile";
import * as text from "text:profile";
import { ApiError } from "@shared/api/client";
import { useGet } from "@shared/api/useGet";
import { FailedPanel } from "@shared/components/FailedPanel";
import { Panel } from "@shared/components/Panel";
import { Panels } from "@shared/panels";
import { useSession } from "@shared/stores/session";
import * as layout from "@shared/styles/layout.module.css";
import * as utility from "@shared/styles/utility.module.css";
import type { ReactNode } from "react";
import { Account } from "./Account";
import { Devices } from "./Devices";
import { Limits } from "./Limits";
import { LoginWays } from "./LoginWays";
import { Privacy, PrivacyNotice } from "./Privacy";
import * as css from "./profile.module.css";
import { SecurityActivity } from "./SecurityActivity";
import { StatGroups } from "./StatGroups";

/** `children`, then account, statistics and recent security activity. */
export function ProfileTab({ children }: { children: ReactNode }) {
  const { data, error } = useGet("/api/player/profile");
  const isFrozen = useSession((session) => session.isFrozen);
  if (error instanceof ApiError && error.code === "factor_required" && !data) return <FactorNeeded />;
  if (error && !data) return <FailedPanel title={text.failed} />;
  return (
    <div className={css.stack} aria-busy={!data}>
      {!data && (
        <div className={utility.hidden} role="status">
          {text.loading}
        </div>
      )}
      {!isFrozen && <PrivacyNotice />}
      {children}
      <Account profile={data} />
      <StatGroups profile={data} />
      {!isFrozen && <LoginWays />}
      <Devices />
      {!isFrozen && <Privacy />}
      {!isFrozen && <Limits />}
      {!isFrozen && <SecurityActivity />}
      {!isFrozen && <Panels of={panels} />}
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
      <LoginWays />
    </div>
  );
}
