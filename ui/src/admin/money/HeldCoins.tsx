import * as text from "text:adminMoney";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type Body, useAdmin } from "../api/useAdmin";
import { useLinkTo } from "../pages";
import { AccountLink } from "../parts/AccountLink";
import { ChangePanel } from "../parts/ChangePanel";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import * as typography from "../parts/typography.module.css";
import { count } from "../players/format";
import { usePermission } from "../session";

type Row = Body<"HeldCoins">;

interface Decision {
  row: Row;
  isRelease: boolean;
}

const moment = (at: string): string => formatMoment(new Date(at), new Date());

function decisionOf({ is_released, decided_by, may_release }: Row): string {
  if (is_released === null) return may_release ? text.coinsWait : text.coinsWaitForOther;
  return (is_released ? text.coinsReleasedBy : text.coinsRefusedBy)({ name: decided_by ?? "–" });
}

function Campaign({ id }: { id: string }) {
  const page = useLinkTo()(`campaign:${id}`);
  const name = text.coinsCampaign({ id });
  return page ? <Link to={page}>{name}</Link> : name;
}

/** Coins above an operator's daily sum; another operator releases or refuses them. */
export function HeldCoins() {
  const { data, mutate } = useAdmin("/api/admin/held-coins");
  const { allowed } = usePermission("coins.release");
  const [decision, setDecision] = useState<Decision | null>(null);
  if (!data?.data.length) return null;
  const columns: readonly Column<Row>[] = [
    { title: shared.coins, kind: "leadNumber", value: ({ coins }) => count(coins) },
    {
      title: text.coinsFor,
      kind: "long",
      value: ({ account, campaign_id, reason }) => (
        <>
          {account ? <AccountLink login={account} /> : <Campaign id={String(campaign_id)} />}
          {reason && <small>{reason}</small>}
        </>
      ),
    },
    { title: text.coinsMadeBy, value: ({ made_by }) => made_by },
    { title: text.coinsMade, kind: "time", value: ({ made_at }) => moment(made_at) },
    { title: text.coinsDecision, value: decisionOf },
    {
      title: shared.action,
      kind: "actions",
      value: (row) =>
        allowed &&
        row.is_released === null && (
          <>
            {row.may_release && (
              <Button className={small} onClick={() => setDecision({ row, isRelease: true })}>
                {text.coinsRelease}
              </Button>
            )}
            <Button className={small} look="danger" onClick={() => setDecision({ row, isRelease: false })}>
              {text.coinsRefuse}
            </Button>
          </>
        ),
    },
  ];
  const action = decision?.isRelease ? text.coinsRelease : text.coinsRefuse;
  return (
    <Panel title={text.heldCoins} note={data.data.filter(({ is_released }) => is_released === null).length}>
      <DataTable
        caption={text.heldCoins}
        columns={columns}
        rows={data.data}
        keyOf={({ id }) => String(id)}
        rowTone={({ is_released }) => (is_released === null ? "wait" : "")}
      />
      {decision && (
        <ChangePanel
          key={`${decision.row.id} ${action}`}
          title={`${action}: ${count(decision.row.coins)}`}
          action={action}
          path={`/api/admin/held-coins/${decision.row.id}/${decision.isRelease ? "release" : "refuse"}`}
          confirmationText={String(decision.row.coins)}
          onClose={() => setDecision(null)}
          onDone={() => void mutate()}
        >
          <p className={typography.hint}>{decision.isRelease ? text.coinsReleaseHint : text.coinsRefuseHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}
