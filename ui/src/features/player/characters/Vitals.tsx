import { Meter } from "@shared/components/Meter";
import { formatNumber } from "@shared/format";
import { formatProgress } from "../format";
import { Dash, NO_VITAL } from "../parts/Dash";
import { Ring } from "./Ring";
import type { Character } from "./reads";
import * as css from "./vitals.module.css";

/** Health, mana and experience as rings, combat points as a bar: all as the game last wrote them down. */
export function Vitals({ of: { vitals, level, exp_percent } }: { of: Character }) {
  return (
    <section aria-label="Vital statistics">
      <div className={css.rings}>
        <Ring name="Health" tone="life" {...share(vitals.hp, vitals.max_hp)} />
        <Ring name="Mana" tone="mana" {...share(vitals.mp, vitals.max_mp)} />
        <Ring name="Experience" tone="gold" percent={exp_percent} figures={formatProgress(level, exp_percent)} />
      </div>
      <CombatPoints {...share(vitals.cp, vitals.max_cp)} />
    </section>
  );
}

export interface Share {
  /** Null where one of the two is not known, or the whole is nothing. */
  percent: number | null;
  figures: string | null;
}

function share(now: number | null, most: number | null): Share {
  if (now === null || most === null) return { percent: null, figures: null };
  return {
    percent: most > 0 ? (now / most) * 100 : null,
    figures: `${formatNumber(now)} / ${formatNumber(most)}`,
  };
}

function CombatPoints({ percent, figures }: Share) {
  return (
    <div className={css.points}>
      <span>Combat points</span>
      <Meter label="Combat points" percent={percent ?? 0} text={figures ?? "not recorded"} />
      <span>{figures ?? <Dash why={NO_VITAL} />}</span>
    </div>
  );
}
