import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from "react";
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
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look, large, icon, wide, busy = false, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass({ look, large, icon, wide }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      title={icon ? rest["aria-label"] : undefined}
      {...rest}
    />
  );
}

export function LinkButton({ look, large, icon, wide, className, ...rest }: Looks & LinkProps) {
  return <Link className={buttonClass({ look, large, icon, wide }, className)} {...rest} />;
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
  return <a className={buttonClass({ look, large, icon, wide }, className)} {...rest} />;
}

type Undefinable<T> = { [K in keyof T]?: T[K] | undefined };

function buttonClass({ look = "secondary", large, icon, wide }: Undefinable<Looks>, className?: string) {
  return classes(css.button, css[look], large && css.large, icon && css.icon, wide && css.wide, className);
}
