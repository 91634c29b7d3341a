import * as text from "text:donations";
import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import * as css from "./stepper.module.css";

const STEPS = Object.values(text.steps);

/** Progress through the steps. */
export function Stepper({ current }: { current: number }) {
  return (
    <ol className={css.stepper}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={classes(index < current && css.done)}
          aria-current={index === current ? "step" : undefined}
        >
          <b>{index < current ? <Icon name="check" /> : index + 1}</b>
          <span>
            {name}
            {index < current && <VisuallyHidden>{text.stepDone}</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ol>
  );
}
