import * as text from "text:adminTickets";
import * as shared from "text:shared";
import * as tickets from "text:tickets";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { AccountLink } from "@admin/parts/AccountLink";
import { FactList } from "@admin/parts/FactList";
import * as layout from "@admin/parts/layout.module.css";
import { formatMoment } from "@admin/parts/moment";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import { classes } from "@shared/components/classes";
import { Link } from "react-router-dom";
import { Facts, useFacts } from "./Facts";
import { NoteForm } from "./NoteForm";
import { Reply } from "./Reply";
import { StateForm } from "./StateForm";
import { TicketState } from "./states";
import * as css from "./ticket.module.css";

type Thread = Body<"OperatorTicketThread">;

const REFRESH_MS = 30_000;
const moment = (at: string): string => formatMoment(new Date(at), new Date());

/** One ticket: the messages, the reply with a prepared text, and the facts of the account. */
export function TicketPage({ id }: { id: string }) {
  const { data, error, mutate } = useAdmin("/api/admin/tickets/{id}", undefined, {
    names: { id },
    refreshInterval: REFRESH_MS,
  });
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  return <LoadedTicket thread={data} onChange={() => void mutate()} />;
}

function LoadedTicket({ thread, onChange }: { thread: Thread; onChange: () => void }) {
  const { ticket, donation_id } = thread;
  const facts = useFacts(ticket, donation_id);
  return (
    <>
      <PageTitle plain title={ticket.title} note={<TicketState state={ticket.state} />} />
      <div className={classes(layout.grid, layout.withSide)}>
        <div className={layout.stack}>
          <Panel title={text.thread} first note={text.numbered({ id: String(ticket.id) })}>
            <Messages thread={thread} />
          </Panel>
          <Reply thread={thread} factsReply={facts.data?.replies[thread.language]} onChange={onChange} />
          <Facts facts={facts} ticket={ticket} donation={donation_id} />
        </div>
        <div className={layout.stack}>
          <Panel title={text.ticket}>
            <FactList
              inPanel
              facts={[
                [shared.account, <AccountLink key="account" login={ticket.account} />],
                [text.topic, tickets.topics[ticket.topic]],
                [shared.time, moment(ticket.created_at)],
                [text.waits, ticket.waiting_since ? moment(ticket.waiting_since) : "–"],
              ]}
            />
          </Panel>
          <StateForm ticket={ticket} onChange={onChange} />
          <NoteForm id={ticket.id} onChange={onChange} />
          <p>
            <Link to="/tickets">{text.all}</Link>
          </p>
        </div>
      </div>
    </>
  );
}

/** Messages, notes and pictures in their order. Texts are untrusted: they are shown as they were written. */
function Messages({ thread: { ticket, messages, pictures } }: { thread: Thread }) {
  const entries = [
    ...messages.map(({ id, author, operator, at, text: message }) => ({
      key: `message ${id}`,
      author,
      who: author === "player" ? ticket.account : author === "note" ? text.noteBy({ name: operator }) : operator,
      at,
      content: <p>{message}</p>,
    })),
    ...pictures.map(({ id, at }) => ({
      key: `picture ${id}`,
      author: "player",
      who: ticket.account,
      at,
      content: <img src={`/api/admin/tickets/${ticket.id}/pictures/${id}`} alt={text.picture({ time: moment(at) })} />,
    })),
  ].sort((left, right) => Date.parse(left.at) - Date.parse(right.at));
  return (
    <ol className={css.entries}>
      {entries.map(({ key, author, who, at, content }) => (
        <li key={key} data-author={author}>
          <small>
            <bdi>{who}</bdi> · <time dateTime={at}>{moment(at)}</time>
          </small>
          {content}
        </li>
      ))}
    </ol>
  );
}
