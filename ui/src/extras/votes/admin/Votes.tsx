import * as admin from "text:admin";
import * as text from "text:adminVotes";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { AccountLink } from "@admin/parts/AccountLink";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { FactList } from "@admin/parts/FactList";
import * as layout from "@admin/parts/layout.module.css";
import { formatMoment } from "@admin/parts/moment";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState, State, type Tone } from "@admin/parts/States";
import * as typography from "@admin/parts/typography.module.css";
import { useFilters } from "@admin/parts/useFilters";
import { count } from "@admin/players/format";
import * as chip from "@shared/components/chip.module.css";
import { Link } from "react-router-dom";

type Site = Body<"VoteSiteHealth">;
type Receipt = Body<"AdminVoteReceipt">;

const TONES: Readonly<Record<Site["state"], Tone>> = { up: "good", failing: "bad", silent: "bad", off: "off" };

const refusedOf = ({ refused }: Site): string =>
  refused.map(({ outcome, votes }) => `${count(votes)} ${text.outcomes[outcome]}`).join(", ") || "–";

const lastOf = ({ last_at, last_ms }: Site): string => {
  if (!last_at) return "–";
  return last_ms == null
    ? formatMoment(new Date(last_at), new Date())
    : `${formatMoment(new Date(last_at), new Date())}, ${count(last_ms)} ms`;
};

const SITES: readonly Column<Site>[] = [
  { title: shared.site, value: ({ title }) => title },
  { title: shared.kind, value: ({ is_asked }) => (is_asked ? text.asked : text.callback) },
  {
    title: shared.state,
    kind: "lead",
    value: ({ state, problem }) => (
      <State tone={TONES[state]}>{problem ? text.missing({ key: problem }) : text.states[state]}</State>
    ),
  },
  { title: shared.lastAnswer, value: lastOf },
  { title: text.votes, kind: "number", value: ({ answers }) => count(answers) },
  {
    title: text.credited,
    kind: "number",
    value: ({ name, credited }) => (
      <Link to={`?${new URLSearchParams({ name })}`} preventScrollReset>
        {count(credited)}
      </Link>
    ),
  },
  { title: text.refused, kind: "long", value: refusedOf },
  { title: shared.coins, kind: "number", value: ({ coins }) => count(coins) },
];

const RECEIPTS: readonly Column<Receipt>[] = [
  { title: shared.receipt, value: ({ id }) => id },
  { title: shared.account, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  { title: shared.site, value: ({ title }) => title },
  { title: shared.time, value: ({ at }) => formatMoment(new Date(at), new Date()) },
  { title: shared.coins, kind: "leadNumber", value: ({ coins }) => count(coins) },
];

/** Health of the vote sites in the last 24 hours, and the newest receipts. */
export function Votes() {
  const { filters, pick } = useFilters();
  const { data, error, mutate } = useAdmin("/api/admin/votes", pick("name"), { keepPreviousData: true });
  const selectedSite = data?.sites.find(({ name }) => name === filters.get("name"));
  return (
    <>
      <PageTitle title={admin.pages.votes} />
      {data ? (
        <div className={layout.stack}>
          <Panel title={text.sites} note={shared.lastDay} footer={<span>{text.refusedMeaning}</span>} first>
            <DataTable
              emptyText={text.noSites}
              caption={text.sites}
              columns={SITES}
              rows={data.sites}
              keyOf={({ name }) => name}
              rowTone={({ state }) => (TONES[state] === "bad" ? "bad" : undefined)}
            />
          </Panel>
          <Callbacks sites={data.sites} />
          <Panel
            title={text.receipts}
            note={selectedSite?.title}
            actions={
              selectedSite && (
                <Link className={chip.chip} to="?" preventScrollReset>
                  {text.allSites}
                </Link>
              )
            }
          >
            <DataTable
              emptyText={shared.noVotes}
              key={selectedSite?.name}
              caption={text.receipts}
              columns={RECEIPTS}
              rows={data.receipts}
              keyOf={({ id }) => id}
            />
          </Panel>
        </div>
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
    </>
  );
}

/** The addresses that sites call, which owners alone get. */
function Callbacks({ sites }: { sites: readonly Site[] }) {
  const reporting = sites.filter(({ callback }) => callback);
  if (reporting.length === 0) return null;
  return (
    <Panel title={text.callbacks} note={text.secret}>
      <FactList
        inPanel
        facts={reporting.map(({ name, title, callback }) => [
          title,
          <span key={name} className={typography.mono}>
            {callback}
          </span>,
        ])}
      />
    </Panel>
  );
}
