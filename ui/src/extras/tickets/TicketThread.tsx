import * as text from "text:tickets";
import { post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { postWithKey, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { ErrorState } from "@shared/components/ErrorState";
import { Refusal } from "@shared/components/Field";
import { Link } from "@shared/components/Link";
import { OwnDonation } from "@shared/components/OwnDonation";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { StatusBadge } from "@shared/components/StatusBadge";
import { useAction } from "@shared/useAction";
import { type FormEvent, useState } from "react";
import { useLocation } from "react-router-dom";
import useSWR, { mutate } from "swr";
import { addPictures, BADGES, PATH, pathOf, type Thread } from "./answers";
import { Entries } from "./Entries";
import { MessageField } from "./MessageField";
import { PicturesField } from "./PicturesField";
import * as css from "./tickets.module.css";

const REFRESH_MS = 60_000;

/** One ticket with its messages, and the form for another one. */
export function TicketThread({ id }: { id: number }) {
  const { data, error } = useSWR<Thread, Error>(pathOf(id), { refreshInterval: REFRESH_MS });
  if (error && !data) return <ErrorState title={text.failed} />;
  if (!data) return <Skeleton className={css.skeleton} />;
  const { title, topic, state } = data.ticket;
  return (
    <div className={css.thread}>
      <Link to="/tickets">{text.all}</Link>
      <Panel padded aria-labelledby="ticket">
        <header className={css.head}>
          <h2 id="ticket">{title}</h2>
          <StatusBadge {...BADGES[state]}>{text.states[state]}</StatusBadge>
        </header>
        <small>
          {data.donation_id
            ? text.aboutDonation({ donation: <OwnDonation id={data.donation_id} /> })
            : text.topics[topic]}
        </small>
        <Entries thread={data} />
        {state === "closed" ? <p className={css.closed}>{text.closedText}</p> : <Reply id={id} />}
      </Panel>
    </div>
  );
}

function Reply({ id }: { id: number }) {
  const { data: overview } = useGet(PATH);
  const [message, setMessage] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [formNumber, setFormNumber] = useState(0);
  // At first of the pictures of the new ticket.
  const [pictureFailure, setPictureFailure] = useState<unknown>(useLocation().state);
  const keys = useIdempotencyKey();
  const { run, isBusy, refusal } = useAction((error) => errorText(error, text.sendFailed));
  const reload = () => Promise.all([mutate(pathOf(id)), mutate(PATH)]);
  const send = async () => {
    const form = { text: message };
    setPictureFailure(null);
    try {
      if (message.trim()) await postWithKey(`${pathOf(id)}/messages`, form, keys.keyFor(form));
      keys.settle();
      setMessage("");
      setPictureFailure(await addPictures(id, files));
      // Those before a refused one are added, so all have to be chosen anew.
      setFiles([]);
      setFormNumber(formNumber + 1);
    } catch (error) {
      if (wasRejected(error)) keys.settle();
      throw error;
    } finally {
      await reload();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() || files.length > 0) run(send);
  };
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <MessageField label={text.reply} value={message} error={undefined} onChange={setMessage} />
      {overview && (
        <PicturesField
          key={formNumber}
          used={overview.picture_bytes}
          limit={overview.picture_max}
          onChange={setFiles}
        />
      )}
      {typeof pictureFailure === "string" && <Refusal>{text.pictureFailed({ reason: pictureFailure })}</Refusal>}
      {refusal && <Refusal>{refusal}</Refusal>}
      <div className={css.buttons}>
        <Button type="submit" look="primary" busy={isBusy} disabled={isBusy || (!message.trim() && files.length === 0)}>
          {text.send}
        </Button>
        <Button look="ghost" disabled={isBusy} onClick={() => run(() => post(`${pathOf(id)}/close`).then(reload))}>
          {text.close}
        </Button>
      </div>
    </form>
  );
}
