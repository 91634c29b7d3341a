import * as text from "text:adminTickets";
import { small } from "@admin/parts/density.module.css";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import { usePermission } from "@admin/session";
import { Problem } from "@admin/sign-in/Problem";
import { Button } from "@shared/components/Button";
import * as control from "@shared/components/field.module.css";
import { useState } from "react";
import { useTicketChange } from "./useTicketChange";

const TEXT_MAX = 4000;

/** A note among the messages, which the player does not see. */
export function NoteForm({ id, onChange }: { id: number; onChange: () => void }) {
  const [note, setNote] = useState("");
  const { allowed } = usePermission("tickets.answer");
  const path = `/api/admin/tickets/${id}/notes`;
  const { submit, isBusy, problem } = useTicketChange(path, { text: note }, () => setNote(""), onChange);
  return (
    <Panel title={text.newNote} note={text.hidden}>
      <form className={layout.bodyStack} onSubmit={submit}>
        <textarea
          className={control.input}
          rows={2}
          maxLength={TEXT_MAX}
          aria-label={text.newNote}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div>
          <Button type="submit" className={small} disabled={!allowed || !note.trim()} busy={isBusy}>
            {text.addNote}
          </Button>
        </div>
        <Problem text={problem} />
      </form>
    </Panel>
  );
}
