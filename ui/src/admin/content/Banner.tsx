import * as text from "text:adminContent";
import { useAdmin } from "../api/useAdmin";
import { LoadState } from "../parts/States";
import { usePermission } from "../session";
import { Maintenance } from "./Maintenance";
import { Notices } from "./Notices";

/** Lines of text on every page, and maintenance. */
export function Banner() {
  const { data, error, mutate } = useAdmin("/api/admin/controls");
  const { allowed } = usePermission("switches.change");
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  return (
    <div className="grid g2">
      <Notices notices={data.notices} onChange={() => mutate()} />
      {allowed ? (
        <Maintenance controls={data} onChange={() => mutate()} />
      ) : (
        <p className="hint-text">{text.noMaintenance}</p>
      )}
    </div>
  );
}
