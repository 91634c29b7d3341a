import * as text from "text:roulette";
import { abbreviate } from "@shared/abbreviate";
import { classes } from "@shared/components/classes";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { celebrationOf, type Prize } from "./celebration";
import { Embers } from "./Embers";
import type { Slot } from "./queries";
import { formatPrize, numeral, TIERS } from "./tiers";
import { DEGREES, useTurning } from "./turning";
import type { Phase } from "./useSpin";
import { WheelPaints } from "./WheelPaints";
import * as css from "./wheel.module.css";

const STUD = "M0-285l6 9-6 9-6-9Z";
const TREFOIL = "M0-246l3.2 6.8L10-236l-6.8 3.2L0-226l-3.2-6.8L-10-236l6.8-3.2Z";
const BEAD = "M0-119l4 6-4 6-4-6Z";
const SHEEN = "M-258 0A258 258 0 0 1 258 0C160-70-120-90-258 0Z";
const POINTER =
  "M0-322c7 6 10 11 15 15 6 2 10 0 12-4 1 12-6 20-16 22-1 14-5 30-11 44-6-14-10-30-11-44-10-2-17-10-16-22 2 4 6 6 12 4 5-4 8-9 15-15Z";
const LAMPS = Array.from({ length: 23 }, (_, index) => (index + 1) * 15);
const TICKS = Array.from({ length: 36 }, (_, index) => index * 10);

interface Props {
  slots: readonly Slot[];
  /** Its slot is under the pointer, or the target of the rotation. */
  prize: Prize | null;
  phase: Phase;
  /** No spin is possible for now. */
  dark: boolean;
}

/** The wheel. Its label describes the state in one sentence. */
export function Wheel({ slots, prize, phase, dark }: Props) {
  const at = prize?.slot;
  const { logo } = useSiteTexts();
  // Before the first spin the pointer is between two slots.
  const { wheel, pointer } = useTurning(at?.position ?? 0.5, phase === "turning");
  const hasStopped = phase === "result";
  const celebration = hasStopped && prize ? celebrationOf(prize) : "none";
  return (
    <svg
      ref={wheel}
      className={classes(
        css.wheel,
        dark && css.dark,
        phase === "turning" && css.spinning,
        celebration !== "none" && css.lit,
      )}
      viewBox="-320 -332 640 652"
      role="img"
      aria-label={describeWheel(slots.length, at, phase)}
    >
      <WheelPaints />
      <circle r="318" fill="url(#w-halo)" />
      <g>
        {LAMPS.map((angle) => (
          <circle key={angle} className={css.lamp} r="3.4" cy="-302" transform={`rotate(${angle})`} />
        ))}
      </g>
      <g className={css.turning}>
        <Rim slots={slots} />
        {slots.map((slot) => (
          <Pane
            key={slot.position}
            slot={slot}
            isLost={hasStopped && slot.position !== at?.position}
            isWon={hasStopped && slot.position === at?.position}
          />
        ))}
        <circle r="91" className={css.well} />
        <circle r="91" className={css.line} strokeWidth="2" />
        <g className={css.ticks}>
          {TICKS.map((angle) => (
            <path key={angle} d={angle % DEGREES ? "M0-81V-74" : "M0-83V-72"} transform={`rotate(${angle})`} />
          ))}
        </g>
      </g>
      <path d={SHEEN} fill="url(#w-sheen)" />
      <circle r="68" fill="url(#w-hub)" />
      <circle r="68" className={css.line} strokeWidth="3" />
      <circle r="60" className={css.line} strokeWidth=".8" opacity=".7" />
      <image href={logo} x="-46" y="-47" width="94" height="94" />
      <path ref={pointer} d={POINTER} className={css.pointer} fill="url(#w-tip)" />
      <circle cy="-296" r="6.5" className={css.gem} />
      {(celebration === "embers" || celebration === "card") && <Embers />}
    </svg>
  );
}

function Rim({ slots }: { slots: readonly Slot[] }) {
  return (
    <>
      <circle r="291" fill="url(#w-rim)" />
      <circle r="291" className={css.line} strokeWidth="2.5" />
      <circle r="259" className={css.deep} />
      <circle r="259" className={css.line} strokeWidth="1.5" />
      {slots.map(({ position }) => (
        <g key={position} transform={`rotate(${position * DEGREES})`}>
          <text y="-269" className={css.numeral}>
            {numeral(position)}
          </text>
          <g transform="rotate(15)">
            <path className={css.stud} d={STUD} />
            <circle className={css.roundel} cy="-236" r="14" />
            <path className={css.trefoil} d={TREFOIL} />
          </g>
          <circle className={css.dot} r="1.3" cy="-276" transform="rotate(10)" />
          <circle className={css.dot} r="1.3" cy="-276" transform="rotate(20)" />
        </g>
      ))}
    </>
  );
}

function Pane({ slot, isLost, isWon }: { slot: Slot; isLost: boolean; isWon: boolean }) {
  const { key, mark } = TIERS[slot.prize_tier];
  return (
    <g
      className={classes(css.slot, key === "jackpot" && css.jackpot, isLost && css.lost, isWon && css.won)}
      transform={`rotate(${slot.position * DEGREES})`}
    >
      <use href="#w-pane" fill={`url(#w-${key})`} />
      <use href="#w-pane" fill="url(#w-lead)" />
      <use href="#w-in" className={css.trace} />
      <use href="#w-pane" className={css.came} />
      <image href={mark} x="-27" y="-232" width="54" height="54" />
      <text y="-150" className={css.prize}>
        {short(slot.prize_amount)}
      </text>
      <path className={css.bead} d={BEAD} />
    </g>
  );
}

/** A pane has room for six characters. */
const short = (amount: number) => (amount < 100_000 ? formatNumber(amount) : abbreviate(amount));

function describeWheel(count: number, slot: Slot | undefined, phase: Phase): string {
  const slots = formatNumber(count);
  if (phase === "turning") return text.wheelSpinning({ slots });
  if (!slot) return text.wheelIdle({ slots });
  const prize = formatPrize(slot.prize_tier, slot.prize_amount);
  return text.wheelAt({ slots, slot: numeral(slot.position), prize });
}
