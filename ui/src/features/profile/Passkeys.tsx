import * as text from "text:profile";
import { post, remove } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import type { components } from "@shared/api/schema";
import { type Answer, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Refusal } from "@shared/components/Field";
import { formatDay } from "@shared/dates";
import { createPasskey, isAlreadyThere, isCancelled, usePasskeyObstacle } from "@shared/passkeys";
import { useAction } from "@shared/useAction";
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
  const { run, isBusy, refusal } = useAction(changeError);
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
          <Button busy={isBusy} onClick={() => run(add)}>
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
  const { run, isBusy, refusal } = useAction(changeError);
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
        busy={isBusy}
        onClick={() => run(() => remove<object>(`${PATH}/${id}`).then(onRemoved))}
        aria-label={text.passkeysRemoveOf({ name })}
      >
        {text.passkeysRemove}
      </Button>
      {refusal && <Refusal>{refusal}</Refusal>}
    </li>
  );
}

/** Text of a failed change; null for one that the player has cancelled. */
function changeError(error: unknown): string | null {
  if (isCancelled(error)) return null;
  return isAlreadyThere(error) ? text.passkeysAlreadyThere : errorText(error, text.passkeysChangeFailed);
}
