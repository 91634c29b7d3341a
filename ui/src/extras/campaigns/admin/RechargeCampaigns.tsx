import * as admin from "text:admin";
import * as text from "text:adminCampaigns";
import * as shared from "text:shared";
import { useAdmin } from "@admin/api/useAdmin";
import { type Column, DataTable } from "@admin/parts/DataTable";
import * as layout from "@admin/parts/layout.module.css";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Link } from "react-router-dom";
import { NewRecharge } from "./NewRecharge";
import { bonusText, moment, type RechargeRow, RechargeState, withLimit } from "./row";

const COLUMNS: readonly Column<RechargeRow>[] = [
  { title: text.campaign, kind: "long", value: ({ id, name }) => <Link to={`/campaigns/${id}`}>{name}</Link> },
  { title: shared.state, kind: "lead", value: ({ state }) => <RechargeState state={state} /> },
  { title: text.bonus, kind: "long", value: ({ steps }) => bonusText(steps) },
  { title: text.starts, kind: "time", value: ({ starts_at }) => moment(starts_at) },
  { title: text.ends, kind: "time", value: ({ ended_at, ends_at }) => moment(ended_at ?? ends_at) },
  { title: text.donations, kind: "number", value: ({ donations }) => count(donations) },
  { title: text.promised, kind: "number", value: ({ promised, total_cap }) => withLimit(promised, total_cap) },
  { title: text.given, kind: "number", value: ({ given }) => count(given) },
];

/** All recharge campaigns with their figures. */
export function RechargeCampaigns() {
  const { data, error, mutate } = useAdmin("/api/admin/campaigns");
  const { allowed } = usePermission("campaigns.change");
  return (
    <>
      <PageTitle title={admin.pages.campaigns} note={text.note} />
      <div className={layout.stack}>
        <Panel title={text.campaigns} first>
          {data ? (
            <DataTable
              emptyText={text.noCampaigns}
              caption={text.campaigns}
              tight
              columns={COLUMNS}
              rows={data.data}
              keyOf={({ id }) => id}
            />
          ) : (
            <LoadState error={error} onRetry={mutate} />
          )}
        </Panel>
        {allowed && <NewRecharge onDone={() => void mutate()} />}
      </div>
    </>
  );
}
