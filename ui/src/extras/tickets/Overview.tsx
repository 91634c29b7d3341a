import * as text from "text:tickets";
import { useGet } from "@shared/api/useGet";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { StatusBadge } from "@shared/components/StatusBadge";
import { formatMoment } from "@shared/dates";
import { BADGES, PATH, pageOf, type Ticket } from "./answers";
import { NewTicket } from "./NewTicket";
import * as css from "./tickets.module.css";

/** All tickets of the account, and the form for a new one. */
export function Overview() {
  const { data, error } = useGet(PATH);
  if (error && !data) return <ErrorState title={text.failed} />;
  if (!data) return <Skeleton className={css.skeleton} />;
  const openCount = data.data.filter(({ state }) => state !== "closed").length;
  return (
    <div className={css.columns}>
      <Panel padded aria-labelledby="new-ticket">
        <h2 id="new-ticket" className={css.title}>
          {text.write}
        </h2>
        {openCount >= data.open_max ? (
          <p>{text.limit({ count: openCount })}</p>
        ) : (
          <NewTicket used={data.picture_bytes} limit={data.picture_max} />
        )}
      </Panel>
      <Panel aria-labelledby="tickets">
        <h2 id="tickets" className={css.listTitle}>
          {text.mine}
        </h2>
        {data.data.length === 0 ? (
          <EmptyState drawing="lantern" title={text.none}>
            {text.noneText}
          </EmptyState>
        ) : (
          <ul>
            {data.data.map((ticket) => (
              <Row key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

const Row = ({ ticket: { id, title, topic, state, changed_at } }: { ticket: Ticket }) => (
  <li className={css.row}>
    <div>
      <Link to={pageOf(id)}>{title}</Link>
      <small>
        {text.topics[topic]} · <time dateTime={changed_at}>{formatMoment(new Date(changed_at), new Date())}</time>
      </small>
    </div>
    <StatusBadge {...BADGES[state]}>{text.states[state]}</StatusBadge>
  </li>
);
