import type { HTMLAttributes } from "react";
import { classes } from "./classes";
import * as css from "./panel.module.css";

interface PanelProps extends HTMLAttributes<HTMLElement> {
  as?: "section" | "div" | "li" | "article" | "ul" | "dl";
  /** The gold corners: for the one thing that matters most on a page. */
  framed?: boolean;
  padded?: boolean;
}

/** The one kind of surface. */
export function Panel({ as: Element = "section", framed, padded, className, ...rest }: PanelProps) {
  return <Element className={classes(css.panel, framed && css.framed, padded && css.padded, className)} {...rest} />;
}
