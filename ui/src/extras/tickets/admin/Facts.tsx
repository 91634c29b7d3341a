import * as text from "text:adminTickets";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import { Empty, LoadState } from "@admin/parts/States";
import { Evidence, VerdictText } from "@admin/players/Answer";
import { Link } from "react-router-dom";

type Ticket = Body<"OperatorTicket">;

/** Reads what the answer of the player's page knows of the ticket's topic. */
export function useFacts({ account, topic }: Ticket, donation: string | null) {
  const path = topic === "other" ? null : "/api/admin/accounts/{login}/answer";
  const question = topic === "other" ? "paid" : topic;
  return useAdmin(path, { question, donation: donation ?? "" }, { names: { login: account } });
}

interface Props {
  facts: ReturnType<typeof useFacts>;
  ticket: Ticket;
  donation: string | null;
}

/** The facts of the account as they are now, and the way to the actions on them. */
export function Facts({ facts: { data, error, mutate }, ticket, donation }: Props) {
  const { account, topic } = ticket;
  const query = topic === "other" ? "" : `?question=${topic}${donation ? `&donation=${donation}` : ""}`;
  return (
    <Panel
      title={text.facts}
      footer={<Link to={`/players/${encodeURIComponent(account)}${query}`}>{text.account}</Link>}
    >
      {topic === "other" ? (
        <Empty>{text.noFacts}</Empty>
      ) : data ? (
        <div className={layout.bodyStack}>
          <VerdictText answer={data} />
          <Evidence answer={data} />
        </div>
      ) : (
        <LoadState error={error} onRetry={mutate} rows={3} />
      )}
    </Panel>
  );
}
