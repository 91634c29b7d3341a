import * as text from "text:adminCampaigns";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { AccountLink } from "@admin/parts/AccountLink";
import { ChangePanel } from "@admin/parts/ChangePanel";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { type Fact, FactList } from "@admin/parts/FactList";
import * as layout from "@admin/parts/layout.module.css";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import * as typography from "@admin/parts/typography.module.css";
import { useFilters } from "@admin/parts/useFilters";
import { usePages } from "@admin/parts/usePages";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { Link } from "react-router-dom";
import { bonusText, moment, type RechargeRow, RechargeState, withLimit } from "./row";

const COLUMNS: readonly Column<Body<"RechargeOffer">>[] = [
  { title: shared.account, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  { title: shared.state, kind: "lead", value: ({ status }) => text.statuses[status] },
  { title: text.given, kind: "number", value: ({ given, coins }) => withLimit(given, coins) },
  { title: shared.time, value: ({ at }) => moment(at) },
];

/** One recharge campaign with the donations that it promised coins. */
export function RechargeCampaign({ id }: { id: string }) {
  const { filters, pick } = useFilters();
  const { data, error, mutate } = useAdmin("/api/admin/campaigns/{campaign_id}", pick("before"), {
    names: { campaign_id: id },
  });
  const pages = usePages(data?.next);
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  const { campaign, data: rows } = data;
  return (
    <>
      <PageTitle title={campaign.name} note={<Link to="/campaigns">{text.all}</Link>} />
      <div className={layout.stack}>
        <Facts campaign={campaign} onChange={() => void mutate()} />
        <Panel title={text.donations} footer={pages}>
          <DataTable
            emptyText={text.noDonations}
            key={filters.toString()}
            caption={text.donations}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </Panel>
      </div>
    </>
  );
}

function Facts({ campaign, onChange }: { campaign: RechargeRow; onChange: () => void }) {
  const { allowed } = usePermission("campaigns.change");
  const [isEnding, setEnding] = useState(false);
  const isOpen = campaign.state === "running" || campaign.state === "upcoming";
  return (
    <Panel
      title={bonusText(campaign.steps)}
      first
      note={<RechargeState state={campaign.state} />}
      actions={
        allowed &&
        isOpen && (
          <Button look="danger" onClick={() => setEnding(true)}>
            {text.end}
          </Button>
        )
      }
    >
      <FactList inPanel facts={factsOf(campaign)} />
      {isEnding && (
        <ChangePanel
          title={`${text.end}: ${campaign.name}`}
          action={text.end}
          path={`/api/admin/campaigns/${campaign.id}/end`}
          onClose={() => setEnding(false)}
          onDone={onChange}
        >
          <p className={typography.hint}>{text.endHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}

const factsOf = (row: RechargeRow): readonly Fact[] => [
  [text.starts, moment(row.starts_at)],
  [text.ends, moment(row.ended_at ?? row.ends_at)],
  [text.accountCap, row.account_cap === null ? text.noLimit : count(row.account_cap)],
  [text.participants, row.first_only ? text.firstOnly : text.everyone],
  [text.donations, text.byAccounts({ donations: count(row.donations), count: row.accounts })],
  [text.promised, withLimit(row.promised, row.total_cap)],
  [text.given, count(row.given)],
];
