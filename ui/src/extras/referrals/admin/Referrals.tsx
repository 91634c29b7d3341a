import * as text from "text:adminCodes";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { useBeside } from "@admin/pages";
import { AccountLink } from "@admin/parts/AccountLink";
import type { Column } from "@admin/parts/DataTable";
import { Filters } from "@admin/parts/Filters";
import * as layout from "@admin/parts/layout.module.css";
import { formatMoment } from "@admin/parts/moment";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { ReadTable } from "@admin/parts/ReadTable";
import { State, type Tone } from "@admin/parts/States";
import { useFilters } from "@admin/parts/useFilters";
import { usePages } from "@admin/parts/usePages";
import { count } from "@admin/players/format";
import { Link } from "react-router-dom";

type Row = Body<"ListedReferral">;

const moment = (at: string): string => formatMoment(new Date(at), new Date());

const TONES: Readonly<Record<Row["state"], Tone>> = { waiting: "wait", paid: "good", refused: "off" };

const COLUMNS: readonly Column<Row>[] = [
  { title: text.newAccount, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  { title: text.referrer, kind: "long", value: ({ referrer }) => <AccountLink login={referrer} /> },
  { title: shared.registered, kind: "time", value: ({ registered_at }) => moment(registered_at) },
  { title: shared.network, kind: "code", value: ({ network }) => network || "–" },
  {
    title: shared.state,
    kind: "lead",
    value: ({ state }) => <State tone={TONES[state]}>{text.referralStates[state]}</State>,
  },
  { title: shared.reason, kind: "long", value: ({ reason }) => (reason ? text.reasons[reason] : "–") },
  { title: text.settled, kind: "time", value: ({ settled_at }) => (settled_at ? moment(settled_at) : "–") },
  {
    title: shared.coins,
    kind: "number",
    value: ({ referrer_coins, account_coins }) => count(referrer_coins + account_coins),
  },
];

/** Accounts that registered through a link, with its owner; the filters are in the address. */
export function Referrals() {
  const besides = useBeside("/codes/referrals");
  const { filters, pick } = useFilters();
  const answer = useAdmin("/api/admin/referrals", pick("status", "referrer", "before"), {
    keepPreviousData: true,
  });
  const { data } = answer;
  const pages = usePages(data?.next);
  return (
    <>
      <PageTitle
        title={text.referrals}
        note={
          besides.length > 0 &&
          besides.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))
        }
      />
      <div className={layout.stack}>
        <Filters
          search={{ name: "referrer", label: text.searchReferrer }}
          selects={[{ name: "status", all: shared.everyState, options: text.referralStates }]}
        />
        <Panel title={text.referrals} first footer={pages}>
          <ReadTable
            tight
            answer={answer}
            emptyText={text.noReferrals}
            key={filters.toString()}
            caption={text.referrals}
            columns={COLUMNS}
            keyOf={({ id }) => id}
          />
        </Panel>
      </div>
    </>
  );
}
