import * as text from "text:adminCodes";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { AccountLink } from "@admin/parts/AccountLink";
import { ChangePanel } from "@admin/parts/ChangePanel";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { type Fact, FactList } from "@admin/parts/FactList";
import * as layout from "@admin/parts/layout.module.css";
import { formatMoment } from "@admin/parts/moment";
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
import { type CampaignRow, CampaignState } from "./states";

const moment = (at: string): string => formatMoment(new Date(at), new Date());

const COLUMNS: readonly Column<Body<"CampaignRedemption">>[] = [
  { title: shared.account, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  { title: shared.time, value: ({ at }) => moment(at) },
];

/** One campaign with its redemptions. */
export function Campaign({ id }: { id: string }) {
  const { filters, pick } = useFilters();
  const { data, error, mutate } = useAdmin("/api/admin/codes/{campaign_id}", pick("before"), {
    names: { campaign_id: id },
  });
  const pages = usePages(data?.next);
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  const { campaign, data: rows } = data;
  return (
    <>
      <PageTitle title={campaign.name} note={<Link to="/codes">{text.all}</Link>} />
      <div className={layout.stack}>
        <Facts campaign={campaign} onChange={() => void mutate()} />
        <Panel title={text.redemptions} footer={pages}>
          <DataTable
            emptyText={text.noRedemptions}
            key={filters.toString()}
            caption={text.redemptions}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </Panel>
      </div>
    </>
  );
}

function Facts({ campaign, onChange }: { campaign: CampaignRow; onChange: () => void }) {
  const { allowed } = usePermission("codes.change");
  const [isClosing, setClosing] = useState(false);
  return (
    <Panel
      title={text.kinds[campaign.kind]}
      first
      note={<CampaignState state={campaign.state} />}
      actions={
        allowed &&
        campaign.closed_at === null && (
          <Button look="danger" onClick={() => setClosing(true)}>
            {text.closeCampaign}
          </Button>
        )
      }
    >
      <FactList inPanel facts={factsOf(campaign)} />
      {isClosing && (
        <ChangePanel
          title={`${text.closeCampaign}: ${campaign.name}`}
          action={text.closeCampaign}
          path={`/api/admin/codes/${campaign.id}/close`}
          confirmationText={campaign.name}
          onClose={() => setClosing(false)}
          onDone={onChange}
        >
          <p className={typography.hint}>{text.closeHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}

function factsOf(row: CampaignRow): readonly Fact[] {
  const { coins, redeemed, max_redemptions } = row;
  return [
    [text.coinsEach, count(coins)],
    [text.redeemed, `${count(redeemed)} / ${count(max_redemptions)}`],
    [text.given, `${count(coins * redeemed)} / ${count(coins * max_redemptions)}`],
    [text.starts, moment(row.starts_at)],
    [text.expires, moment(row.expires_at)],
    [text.madeBy, row.made_by ? `${row.made_by}: ${row.reason}` : "–"],
  ];
}
