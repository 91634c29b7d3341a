import * as text from "text:push";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Refusal } from "@shared/components/Field";
import { Skeleton } from "@shared/components/Skeleton";
import { useSession } from "@shared/stores/session";
import { useEffect, useState } from "react";
import { ChoiceGroups } from "./ChoiceGroups";
import * as css from "./push.module.css";
import { SignIn } from "./SignIn";
import {
  type Choices,
  findObstacle,
  type Obstacle,
  PATH,
  type PlayerPush,
  save,
  turnOff,
  turnOn,
} from "./subscription";

/** The player's choices of browser messages, and the switch for this browser. */
export default function PushPanel() {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  return isAuthenticated ? <OwnPush /> : <SignIn />;
}

function OwnPush() {
  const { data, error } = useGet(PATH);
  const [obstacle, setObstacle] = useState<Obstacle | null>();
  const check = () => void findObstacle().then(setObstacle, () => setObstacle("unsupported"));
  useEffect(check, []);
  if (error && !data) return <p>{text.failed}</p>;
  if (!data || obstacle === undefined) return <Skeleton className={css.skeleton} />;
  if (data.public_key === null) return <p>{text.off}</p>;
  return <Control push={data} publicKey={data.public_key} obstacle={obstacle} onRefused={check} />;
}

interface ControlProps {
  push: PlayerPush;
  publicKey: string;
  obstacle: Obstacle | null;
  onRefused: () => void;
}

function Control({ push, publicKey, obstacle, onRefused }: ControlProps) {
  const [choices, setChoices] = useState(push.choices);
  const [isRunning, setRunning] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const run = (action: Promise<unknown>) => {
    setRunning(true);
    setFailed(false);
    action
      .catch(() => {
        setFailed(true);
        onRefused();
      })
      .finally(() => setRunning(false));
  };
  const choose = (next: Choices) => {
    setChoices(next);
    if (push.is_subscribed) run(save(next));
  };
  const count = countOf(choices);
  return (
    <div className={css.control}>
      {obstacle && <p role="status">{text.obstacles[obstacle]}</p>}
      <ChoiceGroups choices={choices} count={count} disabled={obstacle !== null} onChoose={choose} />
      {!obstacle && (
        <div className={css.action}>
          {push.is_subscribed ? (
            <Button busy={isRunning} onClick={() => run(turnOff())}>
              {text.turnOff}
            </Button>
          ) : (
            <Button
              look="primary"
              busy={isRunning}
              disabled={count === 0}
              onClick={() => run(turnOn(publicKey, choices))}
            >
              {count > 0 ? text.turnOn({ count }) : text.chooseOne}
            </Button>
          )}
          <p role="status">{push.is_subscribed ? text.isOn : text.isOff}</p>
        </div>
      )}
      {hasFailed && !obstacle && <Refusal>{text.notChanged}</Refusal>}
      <p className={css.note}>{text.note}</p>
    </div>
  );
}

const countOf = ({ bosses, castles, raid_bosses, milestones, rank_lost, stars }: Choices) =>
  bosses.length + castles.length + [raid_bosses, milestones, rank_lost, stars].filter(Boolean).length;
