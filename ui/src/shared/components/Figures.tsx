import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import * as css from "./figures.module.css";
import { Panel } from "./Panel";

/** Figures side by side; in two columns on small screens. */
export const Figures = ({ className, ...rest }: ComponentProps<typeof Panel>) => (
  <Panel as="dl" className={classes(css.figures, className)} {...rest} />
);

interface FigureProps {
  label: string;
  note?: ReactNode;
  tone?: "gold" | "good" | "bad" | "loss" | "ember" | undefined;
  /** A text instead of a number. */
  isName?: boolean;
  children: ReactNode;
}

export const Figure = ({ label, note, tone, isName, children }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b className={classes(isName && css.name)} data-tone={tone}>
        {children}
      </b>{" "}
      {note && <small>{note}</small>}
    </dd>
  </div>
);
