import * as text from "text:adminContent";
import { useAdmin } from "../api/useAdmin";
import { LoadError, Loading } from "../parts/States";
import { usePermission } from "../session";
import { Maintenance } from "./Maintenance";
import { Notices } from "./Notices";

/** Lines of text on every page, and maintenance. */
export function Banner() {
  const { data, error, mutate } = useAdmin("/api/admin/controls");
  const { allowed } = usePermission("switches.change");
  if (!data) return error ? <LoadError error={error} onRetry={() => mutate()} /> : <Loading rows={5} />;
  return (
    <div className="grid g2">
      <Notices notices={data.notices} onChange={() => mutate()} />
      {allowed ? (
        <Maintenance controls={data} onChange={() => mutate()} />
      ) : (
        <p className="hintt">{text.noMaintenance}</p>
      )}
    </div>
  );
}
