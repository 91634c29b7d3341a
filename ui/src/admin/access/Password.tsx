import * as text from "text:adminAccess";
import { post } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { Field } from "@shared/components/Field";
import { useState } from "react";
import { mutate } from "swr";
import { SESSION } from "../api/client";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";

/** Changes the own password; the service ends all other sessions. */
export function Password() {
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [isDone, setDone] = useState(false);
  const { submit, isBusy, fields, problem } = useSubmit(async () => {
    setDone(false);
    await post("/api/admin/session/password", { password, new_password: newPassword });
    setPassword("");
    setNewPassword("");
    setDone(true);
    await mutate(SESSION);
  });
  return (
    <Panel title={text.password} note={text.passwordNote}>
      <form className={layout.bodyStack} onSubmit={submit} noValidate>
        <Field
          label={text.present}
          error={fields.password}
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
        <Field
          label={text.next}
          hint={text.nextHint}
          error={fields.new_password}
          type="password"
          value={newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
          autoComplete="new-password"
        />
        <Problem text={problem} />
        <div>
          <Button type="submit" look="primary" busy={isBusy} disabled={!password || !newPassword}>
            {text.change}
          </Button>
        </div>
        <p role="status">{isDone && text.changed}</p>
      </form>
    </Panel>
  );
}
