import type { ReactNode } from "react";
import * as css from "./records.module.css";

interface Props {
  /** Names the table under it. */
  id: string;
  title: string;
  note: ReactNode;
  action?: ReactNode;
}

/** The heading of a list: a note, and what can be done, at its far end. */
export function RecordHead({ id, title, note, action }: Props) {
  return (
    <div className={css.head}>
      <h2 id={id}>{title}</h2>
      <p>{note}</p>
      {action}
    </div>
  );
}
