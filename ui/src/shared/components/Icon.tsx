import { classes } from "./classes";
import * as css from "./icon.module.css";
import { ICONS } from "./icons";

export type IconName = keyof typeof ICONS;

/** Decorative: what it means is said in words beside it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={classes(css.icon, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
