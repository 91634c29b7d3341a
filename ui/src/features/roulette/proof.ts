import { formatNumber } from "@shared/format";
import { type Draw, draw, hashed, messageOf, numbersOf, type Seeds } from "./fairness";
import type { Spin, WheelTable } from "./queries";
import { numeral, TIERS } from "./tiers";

export interface Step {
  /** `info`: there is nothing to compare with. */
  state: "good" | "bad" | "told";
  title: string;
  words: string;
}

export interface Proof {
  fair: boolean;
  verdict: string;
  words: string;
  steps: readonly Step[];
  drawn: Draw;
  wheel: WheelTable;
}

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const figure = (value: bigint) => whole.format(value);

/** Recomputes a spin and describes each step. `spin` is the stored record, if known. */
export async function prove(seeds: Seeds, wheel: WheelTable, spin: Spin | null): Promise<Proof> {
  const slots = wheel.slots.toSorted((a, b) => a.position - b.position);
  const hash = await hashed(seeds.serverSeed);
  const weights = slots.map(({ weight }) => weight);
  const drawn = await draw(seeds, weights);
  const steps = [
    hashStep(hash, spin),
    blockStep(seeds, drawn),
    numberStep(drawn),
    slotStep(drawn, weights),
    prizeStep(drawn, wheel, spin),
  ];
  const fair = steps.every(({ state }) => state !== "bad");
  return { fair, verdict: verdictOf(fair, spin), words: `${prizeAt(wheel, drawn.position)}.`, steps, drawn, wheel };
}

function verdictOf(fair: boolean, spin: Spin | null): string {
  if (!fair) return "This spin does not add up.";
  return spin ? "This spin was fair." : "This is what these seeds draw.";
}

function hashStep(hash: string, spin: Spin | null): Step {
  if (!spin) {
    const words = `SHA-256 of the seed is ${hash}. Compare it with the hash that you were shown.`;
    return { state: "told", title: "The server seed has a hash", words };
  }
  if (hash === spin.server_seed_hash) {
    const words = `SHA-256 of the seed is ${hash}, the hash that was shown before its first spin.`;
    return { state: "good", title: "The server seed is the one that was promised", words };
  }
  const words = `SHA-256 of the seed is ${hash}, but ${spin.server_seed_hash} was promised.`;
  return { state: "bad", title: "The server seed is not the one that was promised", words };
}

function blockStep(seeds: Seeds, { blocks }: Draw): Step {
  const last = blocks.length - 1;
  const words = `HMAC-SHA256, keyed with the seed, of “${messageOf(seeds, last)}” is ${blocks[last]}. As four numbers of 64 bits: ${numbersIn(blocks[last] ?? "")}.`;
  return { state: "good", title: "The seeds and the nonce give a block", words };
}

function numbersIn(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return numbersOf(bytes.buffer).map(figure).join("; ");
}

function numberStep({ number, passed, limit }: Draw): Step {
  if (passed.length === 0) {
    const words = `${figure(number)} is below the limit ${figure(limit)}, so no second draw was needed.`;
    return { state: "good", title: "Its first number decides", words };
  }
  const words = `${passed.map(figure).join("; ")}: not below the limit ${figure(limit)}, passed over so that no slot is favoured. ${figure(number)} is below it.`;
  return { state: "good", title: `Its number ${passed.length + 1} decides`, words };
}

function slotStep({ position, whole: all, point }: Draw, weights: readonly number[]): Step {
  const from = weights.slice(0, position).reduce((sum, each) => sum + each, 0);
  const to = from + (weights[position] ?? 0) - 1;
  const slot = numeral(position);
  const words = `Divided by ${figure(all)} it leaves ${figure(point)}. Slot ${slot} holds ${formatNumber(from)} to ${formatNumber(to)}.`;
  return { state: "good", title: `The remainder falls on slot ${slot}`, words };
}

function prizeStep({ position }: Draw, wheel: WheelTable, spin: Spin | null): Step {
  const won = prizeAt(wheel, position);
  if (!spin) {
    const words = `${won}, on wheel ${wheel.wheel_version}. Compare it with what you were given.`;
    return { state: "told", title: "The slot has a prize", words };
  }
  const slot = wheel.slots.find((each) => each.position === position);
  const stored = `Slot ${numeral(spin.position)}, ${TIERS[spin.prize_tier].name}, ${formatNumber(spin.prize_won)} coins`;
  const same =
    spin.position === position && spin.prize_won === slot?.prize_amount && spin.prize_tier === slot.prize_tier;
  return same
    ? {
        state: "good",
        title: "The prize is the one that you were given",
        words: `${stored}, on wheel ${wheel.wheel_version}.`,
      }
    : {
        state: "bad",
        title: "The prize is not the one that you were given",
        words: `Drawn: ${won}. Given: ${stored}.`,
      };
}

function prizeAt({ slots }: WheelTable, position: number): string {
  const slot = slots.find((each) => each.position === position);
  if (!slot) return `Slot ${numeral(position)}`;
  return `Slot ${numeral(position)}, ${TIERS[slot.prize_tier].name}, ${formatNumber(slot.prize_amount)} coins`;
}
