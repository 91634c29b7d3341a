import * as admin from "text:admin";
import * as text from "text:adminAlerts";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import * as layout from "@admin/parts/layout.module.css";
import { formatMomentWithin } from "@admin/parts/moment";
import { PageTitle } from "@admin/parts/PageTitle";
import { LoadState } from "@admin/parts/States";
import { Banner } from "@shared/components/Banner";
import { Channels } from "./Channels";
import { History } from "./History";
import { Rules } from "./Rules";

function noteOf({ rules, evaluated_at }: Body<"AlertReport">): string {
  const raisedCount = text.raisedCount({ count: rules.filter(({ is_raised }) => is_raised).length });
  const mutedCount = text.mutedCount({ count: rules.filter(({ mute }) => mute).length });
  const at = evaluated_at ? [text.evaluated({ time: formatMomentWithin(new Date(evaluated_at), new Date()) })] : [];
  return [raisedCount, mutedCount, ...at].join(" · ");
}

/** The rules with their present values, the channels, and what was raised before. */
export function Alerts() {
  const { data, error, mutate } = useAdmin("/api/admin/alerts", undefined, { refreshInterval: 30_000 });
  return (
    <>
      <PageTitle title={admin.pages.alerts} note={data && noteOf(data)} />
      {data ? (
        <div className={layout.stack}>
          {!data.enabled && <Banner title={text.off} />}
          <Rules rules={data.rules} channels={data.channels} onDone={() => void mutate()} />
          <Channels channels={data.channels} isOn={data.enabled} onDone={() => void mutate()} />
          <History />
        </div>
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
    </>
  );
}
