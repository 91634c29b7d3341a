import { Panel } from "@shared/components/Panel";
import { type ReactNode, useId } from "react";
import * as css from "./clan.module.css";

/** A titled panel of the page. */
export function Section({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Panel padded className={css.section} aria-labelledby={id}>
      <div className={css.sectionHead}>
        <h2 id={id}>{title}</h2>
        {note && <span>{note}</span>}
      </div>
      {children}
    </Panel>
  );
}
