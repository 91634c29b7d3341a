import * as text from "text:push";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Refusal } from "@shared/components/Field";
import type { PlaceSubject } from "@shared/panels";
import { useEffect, useState } from "react";
import { BellLabel } from "./BellLabel";
import * as css from "./push.module.css";
import { type Choices, findObstacle, type Obstacle, PATH, type PlayerPush, save, turnOn } from "./subscription";
import { toggle } from "./toggle";

interface Props {
  subject: PlaceSubject;
}

/** One of the player's choices, beside its subject. */
export default function OwnBell({ subject }: Props) {
  const { data } = useGet(PATH);
  return data?.public_key ? <Bell push={data} publicKey={data.public_key} subject={subject} /> : null;
}

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

function Bell({ push, publicKey, subject }: Props & { push: PlayerPush; publicKey: string }) {
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
        <BellLabel subject={subject} />
      </Button>
      <p role="status">{obstacle ? text.obstacles[obstacle] : isOn && text.bellOn}</p>
      {hasFailed && !obstacle && <Refusal>{text.notChanged}</Refusal>}
    </div>
  );
}
