import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import * as css from "./button.module.css";
import { classes } from "./classes";
import { Link, type LinkProps } from "./Link";

interface Looks {
  /** Only the main action of a view is primary. */
  look?: "primary" | "secondary" | "ghost" | "danger";
  large?: boolean;
  /** An icon-only button; needs an aria-label, which is its tooltip as well. */
  icon?: boolean;
  wide?: boolean;
}

interface ButtonProps extends Looks, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows that the action runs, and disables the button. */
  waiting?: boolean;
}

export function Button({ look, large, icon, wide, waiting = false, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={styled({ look, large, icon, wide }, className)}
      disabled={disabled || waiting}
      aria-busy={waiting || undefined}
      title={icon ? rest["aria-label"] : undefined}
      {...rest}
    />
  );
}

export function LinkButton({ look, large, icon, wide, className, ...rest }: Looks & LinkProps) {
  return <Link className={styled({ look, large, icon, wide }, className)} {...rest} />;
}

/** A link to another site that looks like a button. */
export function AnchorButton({
  look,
  large,
  icon,
  wide,
  className,
  ...rest
}: Looks & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a className={styled({ look, large, icon, wide }, className)} {...rest} />;
}

type Given<T> = { [K in keyof T]?: T[K] | undefined };

function styled({ look = "secondary", large, icon, wide }: Given<Looks>, more?: string) {
  return classes(css.button, css[look], large && css.large, icon && css.icon, wide && css.wide, more);
}
