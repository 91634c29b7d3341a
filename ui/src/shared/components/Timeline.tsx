import { formatMoment } from "@shared/dates";
import { classes } from "./classes";
import * as css from "./timeline.module.css";

export interface Step {
  /** `coming`: not yet; `current`: in progress; the others are over: done, failed or reversed. */
  state: "done" | "current" | "coming" | "bad" | "back";
  name: string;
  at?: string | null;
  note?: string | null;
}

/** Past, current and coming steps in order. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={css.timeline}>
      {steps.map(({ state, name, at, note }) => (
        <li
          key={name}
          className={classes(css.step, css[state])}
          aria-current={state === "current" ? "step" : undefined}
        >
          <b>{name}</b>
          {at && <time dateTime={at}>{formatMoment(new Date(at), new Date())}</time>}
          {note && <span>{note}</span>}
        </li>
      ))}
    </ol>
  );
}
