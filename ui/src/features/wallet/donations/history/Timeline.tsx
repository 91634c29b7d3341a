import { classes } from "@shared/components/classes";
import { formatMoment } from "@shared/dates";
import * as css from "./timeline.module.css";

export interface Step {
  /** `ahead` has not happened, `now` is waited for; the others have happened, for good or ill, or were undone. */
  state: "done" | "now" | "ahead" | "bad" | "back";
  name: string;
  at?: string | null;
  note?: string | null;
}

/** What has happened, one step after the other, and what is to come. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={css.way}>
      {steps.map(({ state, name, at, note }) => (
        <li key={name} className={classes(css.step, css[state])} aria-current={state === "now" ? "step" : undefined}>
          <b>{name}</b>
          {at && <time dateTime={at}>{formatMoment(new Date(at), new Date())}</time>}
          {note && <span>{note}</span>}
        </li>
      ))}
    </ol>
  );
}
