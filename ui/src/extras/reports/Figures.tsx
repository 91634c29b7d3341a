import { Panel } from "@shared/components/Panel";
import type { ReactNode } from "react";
import * as css from "./reports.module.css";

/** A row of figures. */
export function Figures({ framed = false, children }: { framed?: boolean; children: ReactNode }) {
  return (
    <Panel as="dl" framed={framed} className={css.figures}>
      {children}
    </Panel>
  );
}

interface FigureProps {
  label: string;
  note?: ReactNode;
  /** A text instead of a number. */
  isName?: boolean;
  children: ReactNode;
}

export function Figure({ label, note, isName = false, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b className={isName ? css.name : undefined}>{children}</b>
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
