import { type ReactNode, useId } from "react";
import { Panel } from "./Panel";
import * as css from "./section.module.css";

interface SectionProps {
  title: string;
  /** A note at the far end of the heading. */
  note?: ReactNode;
  children: ReactNode;
}

/** A titled panel of the page of a character or a clan. */
export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <Panel padded aria-labelledby={id} className={css.section}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {note && <span>{note}</span>}
      </div>
      {children}
    </Panel>
  );
}
