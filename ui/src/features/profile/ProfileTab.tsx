import { useGet } from "@shared/api/useGet";
import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { Account } from "./Account";
import { Devices } from "./Devices";
import { Limits } from "./Limits";
import * as css from "./profile.module.css";
import { SecurityActivity } from "./SecurityActivity";
import { StatGroups } from "./StatGroups";

/** Account, statistics and recent security activity. */
export default function ProfileTab() {
  const { data, error } = useGet("/api/player/profile");
  const isFrozen = useSession((session) => session.isFrozen);
  if (error && !data) {
    return (
      <Panel>
        <ErrorState title="Failed to load player data. Please try again." />
      </Panel>
    );
  }
  return (
    <div className={css.stack} aria-busy={!data}>
      {!data && (
        <div className={utility.hidden} role="status">
          Loading your profile
        </div>
      )}
      <Account profile={data} />
      <StatGroups profile={data} />
      <Devices />
      {!isFrozen && <Limits />}
      {!isFrozen && <SecurityActivity />}
    </div>
  );
}
