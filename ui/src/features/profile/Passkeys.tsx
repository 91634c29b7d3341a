import * as text from "text:profile";
import { errorText, post, remove } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { type Answer, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Refusal } from "@shared/components/Field";
import { formatDay } from "@shared/dates";
import { createPasskey, isAlreadyThere, isCancelled, usePasskeyObstacle } from "@shared/passkeys";
import { useState } from "react";
import * as css from "./login-ways.module.css";
import { Way } from "./Way";

type Passkey = Answer<"/api/auth/passkeys">["data"][number];
type PasskeyAdded = components["schemas"]["PasskeyAdded"];

const PATH = "/api/auth/passkeys";

interface Props {
  /** Called after a change, with recovery codes to be shown if there are new ones. */
  onChange: (codes: string[] | null) => void;
}

/** The passkeys of the account, or why there can be none. */
export function Passkeys({ onChange }: Props) {
  const obstacle = usePasskeyObstacle();
  const { data, error } = useGet(obstacle === null ? PATH : null);
  const { run, isRunning, refusal } = usePasskeyAction();
  const add = async () => {
    const { codes } = await post<PasskeyAdded>(PATH, { credential: await createPasskey() });
    onChange(codes);
  };
  const passkeys = data?.data ?? [];
  const note = data && (passkeys.length > 0 ? text.passkeysSome : text.passkeysNone);
  return (
    <>
      <Way
        title={text.passkeysTitle}
        badge={passkeys.length > 0}
        note={obstacle ?? note ?? (error ? text.passkeysFailed : undefined)}
      >
        {data && passkeys.length < data.limit && (
          <Button busy={isRunning} onClick={() => run(add)}>
            {text.passkeysAdd}
          </Button>
        )}
        {refusal && <Refusal>{refusal}</Refusal>}
      </Way>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={() => onChange(null)} />
      ))}
    </>
  );
}

function PasskeyRow({
  passkey: { id, created_at, last_used, ...passkey },
  onRemoved,
}: {
  passkey: Passkey;
  onRemoved: () => void;
}) {
  const { run, isRunning, refusal } = usePasskeyAction();
  const name = passkey.name || text.devicesUnknown;
  const lastUsed = last_used && formatDay(new Date(`${last_used}T12:00`));
  return (
    <li className={css.passkey}>
      <div className={css.what}>
        <h3>{name}</h3>
        <p>
          {text.passkeysAdded({ day: formatDay(new Date(created_at)) })} ·{" "}
          {lastUsed ? text.passkeysUsed({ day: lastUsed }) : text.passkeysUnused}
        </p>
      </div>
      <Button
        look="ghost"
        busy={isRunning}
        onClick={() => run(() => remove<object>(`${PATH}/${id}`).then(onRemoved))}
        aria-label={text.passkeysRemoveOf({ name })}
      >
        {text.passkeysRemove}
      </Button>
      {refusal && <Refusal>{refusal}</Refusal>}
    </li>
  );
}

/** Runs one action at a time and keeps why it failed. A cancelled one is no failure. */
function usePasskeyAction() {
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = (action: () => Promise<unknown>) => {
    setRunning(true);
    setRefusal(null);
    action()
      .catch((error: unknown) => {
        if (isCancelled(error)) return;
        setRefusal(isAlreadyThere(error) ? text.passkeysAlreadyThere : errorText(error, text.passkeysChangeFailed));
      })
      .finally(() => setRunning(false));
  };
  return { run, isRunning, refusal };
}
