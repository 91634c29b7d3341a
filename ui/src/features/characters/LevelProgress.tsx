import * as game from "text:game";
import { Meter } from "@shared/components/Meter";
import { formatProgress } from "@shared/dates";
import type { ReactNode } from "react";
import * as css from "./identity.module.css";
import type { Character } from "./queries";

interface Props {
  character: Character;
  /** Shown at the end of the line under the bar. */
  children: ReactNode;
}

/** Experience towards the next level as a bar. */
export function LevelProgress({ character: { level, exp_percent }, children }: Props) {
  const progress = formatProgress(level, exp_percent);
  return (
    <div className={css.progress}>
      <Meter label={game.progressTo({ level: String(level + 1) })} percent={exp_percent} text={progress} />
      <p>
        <span>{progress}</span>
        {children}
      </p>
    </div>
  );
}
