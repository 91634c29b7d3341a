import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import * as css from "./fairness.module.css";
import type { Proof } from "./proof";

export function Verdict({ proof: { fair, verdict, words } }: { proof: Proof }) {
  return (
    <p className={classes(css.verdict, !fair && css.bad)} role="status">
      <Icon name={fair ? "check" : "alert"} />
      <span>
        <b>{verdict}</b> {words}
      </span>
    </p>
  );
}

const ICONS = { good: "check", bad: "close", told: "info" } as const;
const SPOKEN = { good: "Passed: ", bad: "Failed: ", told: "" } as const;

/** The steps before a spin is checked. */
const PLAN = [
  ["The server seed has a hash", "SHA-256 of its text must be the hash that was shown before the first spin."],
  [
    "The seeds and the nonce give a block",
    "HMAC-SHA256 of client seed, nonce and block, keyed with the server seed: four numbers of 64 bits.",
  ],
  [
    "The first number below the limit decides",
    "The limit is the greatest multiple of the sum of weights, so that no slot is favoured.",
  ],
  ["The remainder falls on a slot", "Each slot holds as many remainders as its weight."],
  ["The slot has a prize", "It must be the one that you were given."],
] as const;

/** The steps of the proof. */
export function ProofSteps({ proof }: { proof: Proof | null }) {
  const planned = PLAN.map(([title, words]) => ({ state: undefined, title, words }));
  return (
    <ol className={css.steps} aria-label={proof ? "The proof, step by step" : "How a spin is checked"}>
      {(proof?.steps ?? planned).map(({ state, title, words }, index) => (
        <li key={title} className={state && css[state]}>
          {state ? <Icon name={ICONS[state]} /> : <i aria-hidden="true">{index + 1}</i>}
          <div>
            <b>
              {state && SPOKEN[state] && <span className={css.spoken}>{SPOKEN[state]}</span>}
              {title}
            </b>
            <p>{words}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
