import type { ReactNode } from "react";
import { Panel } from "./Panel";
import * as css from "./standing-list.module.css";

/** Figures that overlap the head of a page. */
export function StandingList({ children }: { children: ReactNode }) {
  return (
    <Panel as="dl" className={css.list}>
      {children}
    </Panel>
  );
}

interface StandingProps {
  label: ReactNode;
  value: string;
  /** Beside the value. */
  change?: ReactNode;
  note?: ReactNode;
  /** Share of all that are not better, 0 to 1: the place of the mark on the line. */
  share?: number;
}

export function Standing({ label, value, change, note, share }: StandingProps) {
  return (
    <div className={css.item}>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b> {change}
        {share !== undefined && (
          <svg className={css.line} viewBox="0 0 200 12" aria-hidden="true">
            <path d="M0 6H200" />
            <rect x={191 * share + 1} y="2.5" width="7" height="7" transform={`rotate(45 ${191 * share + 4.5} 6)`} />
          </svg>
        )}
        {note && <span className={css.note}>{note}</span>}
      </dd>
    </div>
  );
}
