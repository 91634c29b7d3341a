import * as text from "text:adminTickets";
import type { Body } from "@admin/api/useAdmin";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import * as typography from "@admin/parts/typography.module.css";
import { usePermission } from "@admin/session";
import { Problem } from "@admin/sign-in/Problem";
import { Banner } from "@shared/components/Banner";
import { Button, LinkButton } from "@shared/components/Button";
import * as chip from "@shared/components/chip.module.css";
import * as control from "@shared/components/field.module.css";
import { useState } from "react";
import { useTicketChange } from "./useTicketChange";

type Thread = Body<"OperatorTicketThread">;

const TEXT_MAX = 4000;

interface Props {
  thread: Thread;
  /** The reply that follows from the facts, in the player's language; undefined until it is known, and for a topic without facts. */
  factsReply: string | undefined;
  onChange: () => void;
}

/** The answer. A prepared reply stands in it until the operator writes another. */
export function Reply({ thread, factsReply, onChange }: Props) {
  const { ticket, language, replies: preparedReplies, next_open } = thread;
  const replies: Record<string, string> = { ...(factsReply && { facts: factsReply }), ...preparedReplies };
  const [draft, setDraft] = useState<string | null>(null);
  const [closes, setCloses] = useState(false);
  const [isSent, setSent] = useState(false);
  const { allowed } = usePermission("tickets.answer");
  const answer = draft ?? (ticket.state === "open" ? (factsReply ?? preparedReplies.looking ?? "") : "");
  const form = { text: answer, closes, last_message: Math.max(0, ...thread.messages.map(({ id }) => id)) };
  const { submit, isBusy, problem } = useTicketChange(
    `/api/admin/tickets/${ticket.id}/answer`,
    form,
    () => {
      setSent(true);
      setDraft("");
    },
    onChange,
  );
  if (!allowed) return null;
  return (
    <Panel title={text.answer}>
      <form className={layout.bodyStack} onSubmit={submit}>
        {isSent && <Sent next={next_open} />}
        <p className={typography.hint}>{text.prepared}</p>
        <div className={layout.row}>
          {Object.entries(replies).map(([name, reply]) => (
            <button
              key={name}
              type="button"
              className={chip.chip}
              aria-pressed={reply === answer}
              onClick={() => setDraft(reply)}
            >
              {text.replies[name as keyof typeof text.replies]}
            </button>
          ))}
        </div>
        <textarea
          className={control.input}
          rows={6}
          lang={language}
          maxLength={TEXT_MAX}
          aria-label={text.answer}
          value={answer}
          onChange={({ target }) => {
            setDraft(target.value);
            setSent(false);
          }}
        />
        <label className={layout.row}>
          <input type="checkbox" checked={closes} onChange={({ target }) => setCloses(target.checked)} />
          {text.closeWith}
        </label>
        <Problem text={problem} />
        <div>
          <Button type="submit" look="primary" disabled={!answer.trim()} busy={isBusy}>
            {text.send}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const Sent = ({ next }: { next: number | null }) => (
  <Banner title={text.sent}>
    {next === null ? text.noNext : <LinkButton to={`/tickets/${next}`}>{text.next}</LinkButton>}
  </Banner>
);
