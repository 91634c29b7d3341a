import type { ReactNode } from "react";
import { classes } from "./classes";
import * as css from "./list-head.module.css";

interface Props {
  /** Id of the heading, which names the list under it. */
  id: string;
  title: string;
  note: ReactNode;
  action?: ReactNode;
  /** For a list without an action. */
  compact?: boolean | undefined;
}

/** The heading of a list, with a note and an action at the far end. */
export function ListHead({ id, title, note, action, compact }: Props) {
  return (
    <div className={classes(css.head, compact && css.compact)}>
      <h2 id={id}>{title}</h2>
      <p>{note}</p>
      {action}
    </div>
  );
}
