import * as text from "text:roulette";
import { formatMomentWithin } from "@shared/dates";
import { formatNumber, LANGUAGE } from "@shared/format";
import { commitmentOf, type Draw, draw, messageOf, numbersOf, type Seeds } from "./fairness";
import type { Spin, Tier, WheelTable } from "./queries";
import type { Witness } from "./seenHashes";
import { formatPrize, numeral } from "./tiers";

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
  result: Draw;
  wheel: WheelTable;
}

/** The stored record of a spin, and what this browser knows of its hash. */
type WitnessedSpin = Spin & { witness: Witness };

/** The service could choose its seed with this client seed in mind. */
const UNPROVEN: Step = { state: "info", title: text.unprovenTitle, text: text.unprovenText };

const integer = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const formatInteger = (value: bigint) => integer.format(value);

/** Recomputes a spin and describes each step. `spin` is the stored record, if known. */
export async function prove(seeds: Seeds, wheel: WheelTable, spin: WitnessedSpin | null): Promise<Proof> {
  const slots = wheel.slots.toSorted((a, b) => a.position - b.position);
  const hash = await commitmentOf(seeds.serverSeed);
  const weights = slots.map(({ weight }) => weight);
  const result = await draw(seeds, weights);
  const steps = [
    hashStep(hash, spin),
    ...(spin ? [witnessStep(spin)] : []),
    blockStep(seeds, result),
    numberStep(result),
    slotStep(result, weights),
    prizeStep(result, wheel, spin),
    ...(spin && !spin.operator_verifiable ? [UNPROVEN] : []),
  ];
  const fair = steps.every(({ state }) => state !== "bad");
  return { fair, verdict: verdictOf(fair, spin), text: `${prizeAt(wheel, result.position)}.`, steps, result, wheel };
}

function verdictOf(fair: boolean, spin: Spin | null): string {
  if (!fair) return text.notFair;
  return spin ? text.isFair : text.seedsDraw;
}

function hashStep(hash: string, spin: Spin | null): Step {
  if (!spin) {
    return { state: "info", title: text.steps.hash.title, text: text.hashUnknown({ hash }) };
  }
  if (hash === spin.server_seed_hash) {
    return { state: "good", title: text.hashMatches, text: text.hashMatchesText({ hash }) };
  }
  const details = text.hashDiffersText({ hash, published: spin.server_seed_hash });
  return { state: "bad", title: text.hashDiffers, text: details };
}

function witnessStep({ witness, server_seed_hash, wheel_version }: WitnessedSpin): Step {
  switch (witness.state) {
    case "other": {
      const details = text.otherHashText({ shown: witness.otherHash, published: server_seed_hash });
      return { state: "bad", title: text.otherHash, text: details };
    }
    case "wheel": {
      const details = text.otherWheelText({ shown: String(witness.otherWheel), drawn: String(wheel_version) });
      return { state: "bad", title: text.otherWheel, text: details };
    }
    case "none":
      return { state: "info", title: text.unseenHash, text: text.unseenHashText };
    default: {
      const isBefore = witness.state === "before";
      return {
        state: isBefore ? "good" : "info",
        title: isBefore ? text.seenBefore : text.seenAfter,
        text: text.seenAt({ time: formatMomentWithin(witness.at, new Date()) }),
      };
    }
  }
}

function blockStep(seeds: Seeds, { blocks }: Draw): Step {
  const last = blocks.length - 1;
  const block = blocks[last] ?? "";
  const details = text.blockText({ message: messageOf(seeds, last), block, numbers: numbersOfHex(block) });
  return { state: "good", title: text.steps.block.title, text: details };
}

function numbersOfHex(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return numbersOf(bytes.buffer).map(formatInteger).join("; ");
}

function numberStep(result: Draw): Step {
  const rejectedNumbers = result.rejectedNumbers.map(formatInteger);
  const [number, limit] = [formatInteger(result.number), formatInteger(result.limit)];
  if (rejectedNumbers.length === 0) {
    return { state: "good", title: text.firstDecides, text: text.firstDecidesText({ number, limit }) };
  }
  const details = text.laterDecidesText({ rejected: rejectedNumbers.join("; "), number, limit });
  return {
    state: "good",
    title: text.laterDecides({ index: formatNumber(rejectedNumbers.length + 1) }),
    text: details,
  };
}

function slotStep({ position, total, point }: Draw, weights: readonly number[]): Step {
  const from = weights.slice(0, position).reduce((sum, weight) => sum + weight, 0);
  const to = from + (weights[position] ?? 0) - 1;
  const slot = numeral(position);
  const details = text.remainderText({
    total: formatInteger(total),
    point: formatInteger(point),
    slot,
    from: formatNumber(from),
    to: formatNumber(to),
  });
  return { state: "good", title: text.remainder({ slot }), text: details };
}

function prizeStep({ position }: Draw, wheel: WheelTable, spin: Spin | null): Step {
  const computedPrize = prizeAt(wheel, position);
  const version = String(wheel.wheel_version);
  if (!spin) {
    return { state: "info", title: text.steps.prize.title, text: text.comparePrize({ prize: computedPrize, version }) };
  }
  const slot = wheel.slots.find((candidate) => candidate.position === position);
  const storedPrize = formatPrizeAt(spin.position, spin.prize_tier, spin.prize_won);
  const isSame =
    spin.position === position && spin.prize_won === slot?.prize_amount && spin.prize_tier === slot.prize_tier;
  return isSame
    ? { state: "good", title: text.samePrize, text: text.samePrizeText({ prize: storedPrize, version }) }
    : {
        state: "bad",
        title: text.otherPrize,
        text: text.otherPrizeText({ drawn: computedPrize, received: storedPrize }),
      };
}

function prizeAt({ slots }: WheelTable, position: number): string {
  const slot = slots.find((candidate) => candidate.position === position);
  if (!slot) return text.slotOnly({ slot: numeral(position) });
  return formatPrizeAt(position, slot.prize_tier, slot.prize_amount);
}

const formatPrizeAt = (position: number, tier: Tier, coins: number): string =>
  text.prizeAtSlot({ slot: numeral(position), prize: formatPrize(tier, coins) });
