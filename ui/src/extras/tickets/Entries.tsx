import * as text from "text:tickets";
import { readPicture } from "@shared/api/readPicture";
import { Skeleton } from "@shared/components/Skeleton";
import { formatMoment } from "@shared/dates";
import useSWR from "swr";
import { pathOf, type Thread } from "./answers";
import * as css from "./tickets.module.css";

const moment = (at: string): string => formatMoment(new Date(at), new Date());

/** Messages and pictures of a ticket in their order. Texts are untrusted: they are shown as they were written. */
export function Entries({ thread: { ticket, messages, pictures } }: { thread: Thread }) {
  const entries = [
    ...messages.map(({ id, at, is_own, text: message }) => ({
      key: `message ${id}`,
      at,
      isOwn: is_own,
      content: <p>{message}</p>,
    })),
    ...pictures.map(({ id, at }) => ({
      key: `picture ${id}`,
      at,
      isOwn: true,
      content: <TicketPicture path={`${pathOf(ticket.id)}/pictures/${id}`} at={at} />,
    })),
  ].sort((left, right) => Date.parse(left.at) - Date.parse(right.at));
  return (
    <ol className={css.entries}>
      {entries.map(({ key, at, isOwn, content }) => (
        <li key={key} data-own={isOwn || undefined}>
          <small>
            {isOwn ? text.you : text.operators} · <time dateTime={at}>{moment(at)}</time>
          </small>
          {content}
        </li>
      ))}
    </ol>
  );
}

function TicketPicture({ path, at }: { path: string; at: string }) {
  const { data, error } = useSWR<string, Error>(["picture", path], () => readPicture(path), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
  });
  const name = text.picture({ time: moment(at) });
  if (error) return <p role="alert">{text.pictureFailed({ reason: name })}</p>;
  return data ? <img src={data} alt={name} /> : <Skeleton className={css.pictureSkeleton} />;
}
