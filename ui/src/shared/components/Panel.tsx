import type { HTMLAttributes } from "react";
import { classes } from "./classes";
import * as css from "./panel.module.css";

interface PanelProps extends HTMLAttributes<HTMLElement> {
  as?: "section" | "nav" | "div" | "li" | "article" | "ul" | "dl";
  /** Gold corners, for the most important panel of a page. */
  framed?: boolean;
  padded?: boolean;
}

/** The surface that all pages use. */
export function Panel({ as: Element = "section", framed, padded, className, ...rest }: PanelProps) {
  return <Element className={classes(css.panel, framed && css.framed, padded && css.padded, className)} {...rest} />;
}
