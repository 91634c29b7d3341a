import * as admin from "text:admin";
import * as text from "text:adminTickets";
import * as shared from "text:shared";
import * as tickets from "text:tickets";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { AccountLink } from "@admin/parts/AccountLink";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { Filters } from "@admin/parts/Filters";
import * as layout from "@admin/parts/layout.module.css";
import { formatMoment } from "@admin/parts/moment";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import { useFilters } from "@admin/parts/useFilters";
import { usePages } from "@admin/parts/usePages";
import { Link } from "react-router-dom";
import { TicketState } from "./states";
import * as css from "./ticket.module.css";

type Row = Body<"OperatorTicket">;

const moment = (at: string): string => formatMoment(new Date(at), new Date());

const COLUMNS: readonly Column<Row>[] = [
  {
    title: text.ticket,
    kind: "long",
    value: ({ id, title }) => (
      <Link className={css.title} to={`/tickets/${id}`}>
        {title}
      </Link>
    ),
  },
  { title: shared.state, kind: "lead", value: ({ state }) => <TicketState state={state} /> },
  { title: text.topic, value: ({ topic }) => tickets.topics[topic] },
  { title: shared.account, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  {
    title: shared.sinceLabel,
    kind: "time",
    value: ({ waiting_since, changed_at }) => moment(waiting_since ?? changed_at),
  },
];

/** Those that wait come first, the longest of them at the top. */
const inTurn = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((left, right) => waitOf(left) - waitOf(right) || right.id - left.id);

const waitOf = ({ waiting_since }: Row): number => (waiting_since ? Date.parse(waiting_since) : Number.MAX_VALUE);

/** All tickets that the operator may see; the filters are in the address. */
export function TicketList() {
  const { filters, pick } = useFilters();
  const query = pick("state", "topic", "search", "before");
  const { data, error, isValidating, mutate } = useAdmin("/api/admin/tickets", query);
  const pages = usePages(data?.next);
  return (
    <>
      <PageTitle title={admin.pages.tickets} note={text.note} />
      <div className={layout.stack}>
        <Filters
          search={{ name: "search", label: text.search }}
          selects={[
            { name: "state", all: shared.everyState, options: text.states },
            { name: "topic", all: text.anyTopic, options: tickets.topics },
          ]}
        />
        <Panel title={admin.pages.tickets} first footer={pages}>
          {data ? (
            <DataTable
              emptyText={text.none}
              key={filters.toString()}
              caption={admin.pages.tickets}
              columns={COLUMNS}
              rows={inTurn(data.data)}
              keyOf={({ id }) => id}
              rowTone={({ state }) => (state === "open" ? "wait" : undefined)}
              isStale={isValidating}
            />
          ) : (
            <LoadState error={error} onRetry={mutate} />
          )}
        </Panel>
      </div>
    </>
  );
}
