import * as text from "text:push";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Refusal } from "@shared/components/Field";
import { Glyph } from "@shared/components/Icon";
import type { PlaceSubject } from "@shared/panels";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import { useEffect, useState } from "react";
import * as css from "./push.module.css";
import { type Choices, findObstacle, type Obstacle, PATH, type PlayerPush, save, turnOn } from "./subscription";
import { toggle } from "./toggle";

interface Props {
  subject: PlaceSubject;
}

/** One of the player's choices, beside its subject. Without a session it asks for the login. */
export default function PlaceBellControl({ subject }: Props) {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const show = useDialogs((dialogs) => dialogs.show);
  const { data } = useGet(isAuthenticated ? PATH : null);
  if (!isAuthenticated)
    return (
      <Button onClick={() => show("login")}>
        <Glyph path={BELL} />
        {labelOf(subject)}
      </Button>
    );
  return data?.public_key ? <OwnBell push={data} publicKey={data.public_key} subject={subject} /> : null;
}

const BELL = "M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15ZM10 20.500a2 2 0 0 0 4 0";

const labelOf = ({ isRaid, name }: PlaceSubject) => (isRaid ? text.bellRaid : text.bell({ name }));

function isChosen(choices: Choices, { kind, id, isRaid }: PlaceSubject): boolean {
  if (kind === "castle") return choices.castles.includes(id);
  return isRaid ? choices.raid_bosses : choices.bosses.includes(id);
}

function flipped(choices: Choices, { kind, id, isRaid }: PlaceSubject): Choices {
  if (kind === "castle") return { ...choices, castles: toggle(choices.castles, id) };
  return isRaid
    ? { ...choices, raid_bosses: !choices.raid_bosses }
    : { ...choices, bosses: toggle(choices.bosses, id) };
}

function OwnBell({ push, publicKey, subject }: Props & { push: PlayerPush; publicKey: string }) {
  const [obstacle, setObstacle] = useState<Obstacle | null>();
  const [isRunning, setRunning] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isOn = push.is_subscribed && isChosen(push.choices, subject);
  const check = () => void findObstacle().then(setObstacle, () => setObstacle("unsupported"));
  useEffect(check, []);
  const press = () => {
    setRunning(true);
    setFailed(false);
    const choices = isOn || !isChosen(push.choices, subject) ? flipped(push.choices, subject) : push.choices;
    (push.is_subscribed ? save(choices) : turnOn(publicKey, choices))
      .catch(() => {
        setFailed(true);
        check();
      })
      .finally(() => setRunning(false));
  };
  return (
    <div className={css.bell}>
      <Button aria-pressed={isOn} busy={isRunning} disabled={obstacle !== null} onClick={press}>
        <Glyph path={BELL} />
        {labelOf(subject)}
      </Button>
      <p role="status">{obstacle ? text.obstacles[obstacle] : isOn && text.bellOn}</p>
      {hasFailed && !obstacle && <Refusal>{text.notChanged}</Refusal>}
    </div>
  );
}
