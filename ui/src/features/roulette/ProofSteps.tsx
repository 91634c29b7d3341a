import * as text from "text:roulette";
import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import * as css from "./fairness.module.css";
import type { Proof } from "./proof";

export function Verdict({ proof: { fair, verdict, text: detail } }: { proof: Proof }) {
  return (
    <p className={classes(css.verdict, !fair && css.bad)} role="status">
      <Icon name={fair ? "check" : "alert"} />
      <span>
        <b>{verdict}</b> {detail}
      </span>
    </p>
  );
}

const ICONS = { good: "check", bad: "close", info: "info" } as const;
const PREFIXES = { good: text.passed, bad: text.failed, info: "" } as const;

/** The steps before a spin is checked. */
const PLAN = Object.values(text.steps).map((step) => ({ ...step, state: undefined }));

/** The steps of the proof. */
export function ProofSteps({ proof }: { proof: Proof | null }) {
  return (
    <ol className={css.steps} aria-label={proof ? text.proof : text.plan}>
      {(proof?.steps ?? PLAN).map(({ state, title, text: detail }, index) => (
        <li key={title} className={state && css[state]}>
          {state ? <Icon name={ICONS[state]} /> : <i aria-hidden="true">{index + 1}</i>}
          <div>
            <b>
              {state && PREFIXES[state] && <span className={css.spoken}>{PREFIXES[state]}</span>}
              {title}
            </b>
            <p>{detail}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
