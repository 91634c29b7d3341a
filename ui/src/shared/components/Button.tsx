import type { ButtonHTMLAttributes } from "react";
import { Link, type LinkProps } from "react-router-dom";
import * as css from "./button.module.css";
import { classes } from "./classes";

interface Looks {
  /** One primary a view: the main action. */
  look?: "primary" | "secondary" | "ghost" | "danger";
  large?: boolean;
  /** A square around a picture alone; needs an aria-label. */
  icon?: boolean;
  wide?: boolean;
}

interface ButtonProps extends Looks, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Says that the button works and cannot be pressed twice. */
  waiting?: boolean;
}

export function Button({ look, large, icon, wide, waiting = false, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={styled({ look, large, icon, wide }, className)}
      disabled={disabled || waiting}
      aria-busy={waiting || undefined}
      {...rest}
    />
  );
}

export function LinkButton({ look, large, icon, wide, className, ...rest }: Looks & LinkProps) {
  return <Link className={styled({ look, large, icon, wide }, className)} {...rest} />;
}

type Given<T> = { [K in keyof T]?: T[K] | undefined };

function styled({ look = "secondary", large, icon, wide }: Given<Looks>, more?: string) {
  return classes(css.button, css[look], large && css.large, icon && css.icon, wide && css.wide, more);
}
