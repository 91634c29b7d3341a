import * as text from "text:adminContent";
import { classes } from "@shared/components/classes";
import { useAdmin } from "../api/useAdmin";
import * as layout from "../parts/layout.module.css";
import { LoadState } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { usePermission } from "../session";
import { Maintenance } from "./Maintenance";
import { Notices } from "./Notices";

/** Lines of text on every page, and maintenance. */
export function Banner() {
  const { data, error, mutate } = useAdmin("/api/admin/controls");
  const { allowed } = usePermission("switches.change");
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  return (
    <div className={classes(layout.grid, layout.halves)}>
      <Notices notices={data.notices} onChange={() => mutate()} />
      {allowed ? (
        <Maintenance controls={data} onChange={() => mutate()} />
      ) : (
        <p className={typography.hint}>{text.noMaintenance}</p>
      )}
    </div>
  );
}
