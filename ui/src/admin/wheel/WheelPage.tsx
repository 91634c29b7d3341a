import * as text from "text:adminWheel";
import { useAdmin } from "../api/useAdmin";
import * as layout from "../parts/layout.module.css";
import { formatMomentWithin } from "../parts/moment";
import { PageTitle } from "../parts/PageTitle";
import { LoadState } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { usePermission } from "../session";
import { Coins } from "./Coins";
import { Controls } from "./Controls";
import { MeasuredWheel } from "./MeasuredWheel";
import { WheelRows } from "./WheelRows";

/** Switches and notices first, then the wheel as measured, and where the coins are. */
export function WheelPage() {
  const { allowed } = usePermission("wheel.read");
  return (
    <>
      <PageTitle title={text.title} />
      <div className={layout.stack}>
        <Controls />
        {allowed && <Report />}
      </div>
    </>
  );
}

function Report() {
  const { data, error, mutate } = useAdmin("/api/admin/wheel");
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  return (
    <>
      <p className={typography.hint}>
        {text.measuredAt({ time: formatMomentWithin(new Date(data.measured_at), new Date()) })}
      </p>
      {data.wheels.map((wheel) => (
        <MeasuredWheel key={wheel.version ?? 0} wheel={wheel} />
      ))}
      <Coins players={data.players} house={data.house} holders={data.holders} />
      <WheelRows />
    </>
  );
}
