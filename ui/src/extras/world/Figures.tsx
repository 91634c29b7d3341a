import { Panel } from "@shared/components/Panel";
import type { ReactNode } from "react";
import * as css from "./figures.module.css";

/** Figures in one row. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <Panel as="dl" className={css.figures}>
    {children}
  </Panel>
);

interface FigureProps {
  label: string;
  value: string;
  note?: ReactNode;
  tone?: "good" | "ember" | undefined;
}

export const Figure = ({ label, value, note, tone }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b data-tone={tone}>{value}</b>
      <small>{note}</small>
    </dd>
  </div>
);
