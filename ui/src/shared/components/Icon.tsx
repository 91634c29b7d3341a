import { classes } from "./classes";
import * as css from "./icon.module.css";
import { ICONS } from "./icons";

export type IconName = keyof typeof ICONS;

/** A decorative icon; the text beside it carries the meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <Glyph path={ICONS[name]} className={className} />;
}

/** An icon whose path (24 by 24) belongs to a feature. */
export function Glyph({ path, className }: { path: string; className?: string | undefined }) {
  return (
    <svg className={classes(css.icon, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
