import * as text from "text:characterDetails";
import * as game from "text:game";
import * as shared from "text:shared";
import { EmptyValue } from "@shared/components/EmptyValue";
import { Meter } from "@shared/components/Meter";
import { formatProgress } from "@shared/dates";
import { NO_VITAL } from "@shared/missingReasons";
import { type Share, shareOf } from "./format";
import type { Character } from "./queries";
import { Ring } from "./Ring";
import * as css from "./vitals.module.css";

/** Health, mana and experience as rings, combat points as a bar, as last saved by the game. */
export function Vitals({ character: { vitals, level, exp_percent } }: { character: Character }) {
  return (
    <section aria-label={text.vitals}>
      <div className={css.rings}>
        <Ring name={text.health} tone="life" {...shareOf(vitals.hp, vitals.max_hp)} />
        <Ring name={text.mana} tone="mana" {...shareOf(vitals.mp, vitals.max_mp)} />
        <Ring name={game.experience} tone="gold" percent={exp_percent} figures={formatProgress(level, exp_percent)} />
      </div>
      <CombatPoints {...shareOf(vitals.cp, vitals.max_cp)} />
    </section>
  );
}

function CombatPoints({ percent, figures }: Share) {
  return (
    <div className={css.combatPoints}>
      <span>{text.combatPoints}</span>
      <Meter label={text.combatPoints} percent={percent ?? 0} text={figures ?? shared.notRecorded} />
      <span>{figures ?? <EmptyValue reason={NO_VITAL} />}</span>
    </div>
  );
}
