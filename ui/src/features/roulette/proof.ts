import { formatMoment } from "@shared/dates";
import { formatNumber, LANGUAGE } from "@shared/format";
import { commitmentOf, type Draw, draw, messageOf, numbersOf, type Seeds } from "./fairness";
import type { Spin, WheelTable } from "./queries";
import type { Witness } from "./seenHashes";
import { numeral, TIERS } from "./tiers";

export interface Step {
  /** `info`: there is nothing to compare with. */
  state: "good" | "bad" | "info";
  title: string;
  text: string;
}

export interface Proof {
  fair: boolean;
  verdict: string;
  text: string;
  steps: readonly Step[];
  drawn: Draw;
  wheel: WheelTable;
}

/** The stored record of a spin, and what this browser knows of its hash. */
type WitnessedSpin = Spin & { witness: Witness };

/** The service could choose its seed with this client seed in mind. */
const UNPROVEN: Step = {
  state: "info",
  title: "Not proven against the operator",
  text: "Your browser did not choose the client seed of this spin, so the server seed may have been made to fit.",
};

const integer = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const formatInteger = (value: bigint) => integer.format(value);

/** Recomputes a spin and describes each step. `spin` is the stored record, if known. */
export async function prove(seeds: Seeds, wheel: WheelTable, spin: WitnessedSpin | null): Promise<Proof> {
  const slots = wheel.slots.toSorted((a, b) => a.position - b.position);
  const hash = await commitmentOf(seeds.serverSeed);
  const weights = slots.map(({ weight }) => weight);
  const drawn = await draw(seeds, weights);
  const steps = [
    hashStep(hash, spin),
    ...(spin ? [witnessStep(spin)] : []),
    blockStep(seeds, drawn),
    numberStep(drawn),
    slotStep(drawn, weights),
    prizeStep(drawn, wheel, spin),
    ...(spin && !spin.operator_verifiable ? [UNPROVEN] : []),
  ];
  const fair = steps.every(({ state }) => state !== "bad");
  return { fair, verdict: verdictOf(fair, spin), text: `${prizeAt(wheel, drawn.position)}.`, steps, drawn, wheel };
}

function verdictOf(fair: boolean, spin: Spin | null): string {
  if (!fair) return "This spin does not add up.";
  return spin ? "This spin was fair." : "These seeds draw this slot.";
}

function hashStep(hash: string, spin: Spin | null): Step {
  if (!spin) {
    const text = `SHA-256 of the seed is ${hash}. Compare it with the hash you were shown.`;
    return { state: "info", title: "Server seed hash", text };
  }
  if (hash === spin.server_seed_hash) {
    const text = `SHA-256 of the seed is ${hash}, the hash published before its first spin.`;
    return { state: "good", title: "The server seed matches its published hash", text };
  }
  const text = `SHA-256 of the seed is ${hash}, but ${spin.server_seed_hash} was published.`;
  return { state: "bad", title: "The server seed does not match its published hash", text };
}

function witnessStep({ witness, server_seed_hash }: WitnessedSpin): Step {
  switch (witness.state) {
    case "other": {
      const text = `For these seeds it was shown ${witness.other}, not ${server_seed_hash}.`;
      return { state: "bad", title: "This device was shown another hash", text };
    }
    case "none": {
      const text = "You spun on another device, or this browser's storage was cleared.";
      return { state: "info", title: "This device has not seen the hash", text };
    }
    default: {
      const isBefore = witness.state === "before";
      const title = `This device saw the hash ${isBefore ? "before" : "after"} the spin`;
      return {
        state: isBefore ? "good" : "info",
        title,
        text: `Seen here on ${formatMoment(witness.at, new Date())}.`,
      };
    }
  }
}

function blockStep(seeds: Seeds, { blocks }: Draw): Step {
  const last = blocks.length - 1;
  const text = `HMAC-SHA256, keyed with the seed, of “${messageOf(seeds, last)}” is ${blocks[last]}. As four 64-bit numbers: ${numbersOfHex(blocks[last] ?? "")}.`;
  return { state: "good", title: "Seeds + nonce → HMAC", text };
}

function numbersOfHex(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return numbersOf(bytes.buffer).map(formatInteger).join("; ");
}

function numberStep({ number, rejected, limit }: Draw): Step {
  if (rejected.length === 0) {
    const text = `${formatInteger(number)} is below the limit ${formatInteger(limit)}, so no second draw was needed.`;
    return { state: "good", title: "Its first number decides", text };
  }
  const text = `${rejected.map(formatInteger).join("; ")}: not below the limit ${formatInteger(limit)}, rejected so that no slot is favoured. ${formatInteger(number)} is below it.`;
  return { state: "good", title: `Its number ${rejected.length + 1} decides`, text };
}

function slotStep({ position, total: all, point }: Draw, weights: readonly number[]): Step {
  const from = weights.slice(0, position).reduce((sum, weight) => sum + weight, 0);
  const to = from + (weights[position] ?? 0) - 1;
  const slot = numeral(position);
  const text = `Divided by ${formatInteger(all)} it leaves ${formatInteger(point)}. Slot ${slot} holds ${formatNumber(from)} to ${formatNumber(to)}.`;
  return { state: "good", title: `The remainder picks slot ${slot}`, text };
}

function prizeStep({ position }: Draw, wheel: WheelTable, spin: Spin | null): Step {
  const won = prizeAt(wheel, position);
  if (!spin) {
    const text = `${won}, odds version ${wheel.wheel_version}. Compare it with your prize.`;
    return { state: "info", title: "The slot has a prize", text };
  }
  const slot = wheel.slots.find((candidate) => candidate.position === position);
  const stored = `Slot ${numeral(spin.position)}, ${TIERS[spin.prize_tier].name}, ${formatNumber(spin.prize_won)} coins`;
  const same =
    spin.position === position && spin.prize_won === slot?.prize_amount && spin.prize_tier === slot.prize_tier;
  return same
    ? {
        state: "good",
        title: "The prize is the one you received",
        text: `${stored}, odds version ${wheel.wheel_version}.`,
      }
    : {
        state: "bad",
        title: "The prize is not the one you received",
        text: `Drawn: ${won}. Received: ${stored}.`,
      };
}

function prizeAt({ slots }: WheelTable, position: number): string {
  const slot = slots.find((candidate) => candidate.position === position);
  if (!slot) return `Slot ${numeral(position)}`;
  return `Slot ${numeral(position)}, ${TIERS[slot.prize_tier].name}, ${formatNumber(slot.prize_amount)} coins`;
}
