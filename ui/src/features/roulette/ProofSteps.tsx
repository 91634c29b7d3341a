import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import * as css from "./fairness.module.css";
import type { Proof } from "./proof";

export function Verdict({ proof: { fair, verdict, text } }: { proof: Proof }) {
  return (
    <p className={classes(css.verdict, !fair && css.bad)} role="status">
      <Icon name={fair ? "check" : "alert"} />
      <span>
        <b>{verdict}</b> {text}
      </span>
    </p>
  );
}

const ICONS = { good: "check", bad: "close", info: "info" } as const;
const PREFIXES = { good: "Passed: ", bad: "Failed: ", info: "" } as const;

/** The steps before a spin is checked. */
const PLAN = [
  ["Server seed hash", "SHA-256 of the seed must equal the hash shown before the first spin."],
  ["The hash on this device", "This browser must have been shown the same hash before the spin."],
  [
    "Seeds + nonce → HMAC",
    "HMAC-SHA256 of client seed, nonce and block, keyed with the server seed, gives four 64-bit numbers.",
  ],
  ["The first number below the limit decides", "The limit is a multiple of the total weight, so no slot is favoured."],
  ["The remainder picks a slot", "Slot size = its weight."],
  ["The slot has a prize", "It must be the prize you received."],
] as const;

/** The steps of the proof. */
export function ProofSteps({ proof }: { proof: Proof | null }) {
  const planned = PLAN.map(([title, text]) => ({ state: undefined, title, text }));
  return (
    <ol className={css.steps} aria-label={proof ? "The proof, step by step" : "How a spin is checked"}>
      {(proof?.steps ?? planned).map(({ state, title, text }, index) => (
        <li key={title} className={state && css[state]}>
          {state ? <Icon name={ICONS[state]} /> : <i aria-hidden="true">{index + 1}</i>}
          <div>
            <b>
              {state && PREFIXES[state] && <span className={css.spoken}>{PREFIXES[state]}</span>}
              {title}
            </b>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
