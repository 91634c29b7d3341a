import type { ComponentProps } from "react";
import { classes } from "./classes";
import * as css from "./text-button.module.css";

/** A button within a text, which looks like a link. */
export const TextButton = ({ className, ...rest }: ComponentProps<"button">) => (
  <button type="button" className={classes(css.button, className)} {...rest} />
);
