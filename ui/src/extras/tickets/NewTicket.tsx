import * as text from "text:tickets";
import { errorText } from "@shared/api/errorText";
import { postWithKey, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import { Button } from "@shared/components/Button";
import { Field, Refusal, SelectField } from "@shared/components/Field";
import { OwnDonation } from "@shared/components/OwnDonation";
import { useAction } from "@shared/useAction";
import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { mutate } from "swr";
import { addPictures, PATH, pageOf, pathOf, type Thread, type Ticket } from "./answers";
import { MessageField } from "./MessageField";
import { PicturesField } from "./PicturesField";
import * as css from "./tickets.module.css";

const TITLE_MAX = 100;

/** The form of a new ticket; that of a donation names it. */
export function NewTicket({ used, limit }: { used: number; limit: number }) {
  const donation = useSearchParams()[0].get("donation");
  const [topic, setTopic] = useState<Ticket["topic"]>(donation ? "paid" : "other");
  const [title, setTitle] = useState("");
  const [message, setMessage] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [wasSent, setWasSent] = useState(false);
  const keys = useIdempotencyKey();
  const navigate = useNavigate();
  const { run, isBusy, refusal } = useAction((error) => errorText(error, text.sendFailed));
  const missing = (value: string) => (wasSent && !value.trim() ? text.textMissing : undefined);
  const send = async () => {
    const form = { topic, title, text: message, ...(donation && { donation_id: donation }) };
    let thread: Thread;
    try {
      thread = await postWithKey<Thread>(PATH, form, keys.keyFor(form));
    } catch (error) {
      if (wasRejected(error)) keys.settle();
      throw error;
    }
    const { id } = thread.ticket;
    const failure = await addPictures(id, files);
    await Promise.all([mutate(pathOf(id)), mutate(PATH)]);
    navigate(pageOf(id), { state: failure });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (title.trim() && message.trim()) run(send);
  };
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {donation ? (
        <p>{text.aboutDonation({ donation: <OwnDonation id={donation} /> })}</p>
      ) : (
        <SelectField
          label={text.topic}
          value={topic}
          onChange={({ target }) => setTopic(target.value as Ticket["topic"])}
        >
          {Object.entries(text.topics).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <Field
        label={text.subject}
        value={title}
        error={missing(title)}
        maxLength={TITLE_MAX}
        autoComplete="off"
        onChange={({ target }) => setTitle(target.value)}
      />
      <MessageField label={text.message} value={message} error={missing(message)} onChange={setMessage} />
      <PicturesField used={used} limit={limit} onChange={setFiles} />
      {refusal && <Refusal>{refusal}</Refusal>}
      <Button type="submit" look="primary" busy={isBusy}>
        {text.send}
      </Button>
    </form>
  );
}
