import * as text from "text:adminPlayers";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import { useIdempotencyKey } from "@shared/api/idempotencyKey";
import { Button } from "@shared/components/Button";
import * as control from "@shared/components/field.module.css";
import { useState } from "react";
import { small } from "../parts/density.module.css";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import * as typography from "../parts/typography.module.css";
import { useUndo } from "../parts/undo";
import { usePermission } from "../session";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";
import { moment } from "./format";
import * as css from "./notes.module.css";
import type { AccountProps } from "./types";

const TEXT_MAX = 500;

/** Notes of operators for each other; the player never sees them. */
export function Notes({ account, onChange }: AccountProps & { onChange: () => void }) {
  const [note, setNote] = useState("");
  const { allowed } = usePermission("notes.add");
  const keys = useIdempotencyKey();
  const setOffer = useUndo((store) => store.setOffer);
  const path = `/api/admin/accounts/${encodeURIComponent(account.login)}/notes`;
  const { submit, isBusy, problem } = useSubmit(async () => {
    const form = { text: note };
    const headers = { "Idempotency-Key": keys.keyFor(form) };
    await post(path, form, headers);
    keys.settle();
    setNote("");
    onChange();
    const undone = { title: text.removeNote, action: text.removeNote, path: `${path}/removal`, onDone: onChange };
    setOffer({ ...undone, changeTitle: text.addNote, reason: text.addNote });
  });
  return (
    <Panel title={shared.notes} actions={<kbd>n</kbd>}>
      {account.notes.length > 0 && (
        <ul className={css.notes}>
          {account.notes.map((row) => (
            <li key={row.id}>
              <p className={typography.anywhere}>{row.text}</p>
              <small>
                {row.operator} · {moment(row.at)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <form className={layout.bodyStack} onSubmit={submit}>
        <div className={control.field}>
          <label htmlFor="note">{text.newNote}</label>
          <textarea
            className={control.input}
            id="note"
            rows={2}
            value={note}
            maxLength={TEXT_MAX}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
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
