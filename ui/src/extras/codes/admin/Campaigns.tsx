import * as admin from "text:admin";
import * as text from "text:adminCodes";
import * as shared from "text:shared";
import { useAdmin } from "@admin/api/useAdmin";
import { useBeside } from "@admin/pages";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { Filters } from "@admin/parts/Filters";
import * as layout from "@admin/parts/layout.module.css";
import { formatMoment } from "@admin/parts/moment";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import { useFilters } from "@admin/parts/useFilters";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { LinkButton } from "@shared/components/Button";
import { Link } from "react-router-dom";
import { NewCampaign } from "./NewCampaign";
import { type CampaignRow, CampaignState } from "./states";

const COLUMNS: readonly Column<CampaignRow>[] = [
  { title: text.campaign, kind: "long", value: ({ id, name }) => <Link to={`/codes/${id}`}>{name}</Link> },
  { title: shared.kind, value: ({ kind }) => text.kinds[kind] },
  { title: shared.state, kind: "lead", value: ({ state }) => <CampaignState state={state} /> },
  { title: shared.coins, kind: "number", value: ({ coins }) => count(coins) },
  {
    title: text.redeemed,
    kind: "number",
    value: ({ redeemed, max_redemptions }) => `${count(redeemed)} / ${count(max_redemptions)}`,
  },
  { title: text.given, kind: "number", value: ({ coins, redeemed }) => count(coins * redeemed) },
  { title: text.expires, kind: "time", value: ({ expires_at }) => formatMoment(new Date(expires_at), new Date()) },
  { title: text.madeBy, value: ({ made_by }) => made_by || "–" },
];

/** All campaigns of promo and gift codes; the filters are in the address. */
export function Campaigns() {
  const { data, error, mutate } = useAdmin("/api/admin/codes");
  const { allowed } = usePermission("codes.change");
  const besides = useBeside("/codes");
  const { filters } = useFilters();
  const words = (filters.get("text") ?? "").toLowerCase();
  const matches = ({ name, kind, state }: CampaignRow) =>
    name.toLowerCase().includes(words) &&
    [kind, ""].includes(filters.get("kind") ?? "") &&
    [state, ""].includes(filters.get("state") ?? "");
  return (
    <>
      <PageTitle
        title={admin.pages.codes}
        note={text.note}
        actions={
          besides.length > 0 &&
          besides.map(({ to, label }) => (
            <LinkButton key={to} to={to}>
              {label}
            </LinkButton>
          ))
        }
      />
      <div className={layout.stack}>
        <Filters
          search={{ name: "text", label: text.search }}
          selects={[
            { name: "kind", all: text.anyKind, options: text.kinds },
            { name: "state", all: shared.everyState, options: text.states },
          ]}
        />
        <Panel title={text.campaigns} first>
          {data ? (
            <DataTable
              emptyText={text.noCampaigns}
              key={filters.toString()}
              caption={text.campaigns}
              tight
              columns={COLUMNS}
              rows={data.data.filter(matches)}
              keyOf={({ id }) => id}
            />
          ) : (
            <LoadState error={error} onRetry={mutate} />
          )}
        </Panel>
        {allowed && <NewCampaign onDone={() => void mutate()} />}
      </div>
    </>
  );
}
