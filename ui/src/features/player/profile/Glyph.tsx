import * as css from "@shared/components/icon.module.css";
import { ICONS } from "@shared/components/icons";

/** The shared line drawings and those that the player's profile adds to them, on a field of 24 by 24. */
const GLYPHS = {
  ...ICONS,
  key: "M3.5 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0ZM11.2 12.3 19.5 4M16 7.5l3 3M13.5 10l2 2",
  enter: "M13.5 4H19v16h-5.5M4 12h10.5M10.5 8l4 4-4 4",
  leave: "M10.5 4H5v16h5.5M20 12H9.5M16 8l4 4-4 4",
  shield: "M12 3.5c2.5 1.6 5 2.3 7.5 2.4 0 7-2.3 11.8-7.5 14.6C6.8 17.7 4.5 12.9 4.5 5.9 7 5.8 9.5 5.1 12 3.5Z",
} as const;

export type GlyphName = keyof typeof GLYPHS;

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={GLYPHS[name]} />
    </svg>
  );
}
