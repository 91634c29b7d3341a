import { classes } from "./classes";
import * as css from "./icon.module.css";
import { ICONS } from "./icons";

export type IconName = keyof typeof ICONS;

/** Decorative: what it means is said in words beside it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <Glyph path={ICONS[name]} className={className} />;
}

/** An icon that one feature alone needs, drawn by that feature on the same field of 24 by 24. */
export function Glyph({ path, className }: { path: string; className?: string | undefined }) {
  return (
    <svg className={classes(css.icon, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
