import { classes } from "./classes";
import * as css from "./crest.module.css";

/** The crest of a clan, 16 by 12 pixels, twice as large; nothing without one. */
export function Crest({ path, className }: { path: string | null | undefined; className?: string | undefined }) {
  if (!path) return null;
  return <img className={classes(css.crest, className)} src={path} width={32} height={24} alt="" />;
}
