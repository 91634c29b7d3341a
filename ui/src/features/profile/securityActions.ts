import * as text from "text:profile";
import { nameOfAction } from "@shared/accountActions";
import { LATER_ICONS } from "@shared/components/laterIcons";

export const KEY = "M3.5 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0ZM11.2 12.3 19.5 4M16 7.5l3 3M13.5 10l2 2";
const ENTER = "M13.5 4H19v16h-5.5M4 12h10.5M10.5 8l4 4-4 4";
const LEAVE = "M10.5 4H5v16h5.5M20 12H9.5M16 8l4 4-4 4";
const SHIELD = "M12 3.5c2.5 1.6 5 2.3 7.5 2.4 0 7-2.3 11.8-7.5 14.6C6.8 17.7 4.5 12.9 4.5 5.9 7 5.8 9.5 5.1 12 3.5Z";

interface Action {
  readonly label: string;
  /** SVG path of the icon. */
  readonly glyph: string;
}

const GLYPHS = [
  [/^LOGIN/, ENTER],
  [/^LOGOUT/, LEAVE],
  [/^ACCOUNT/, LATER_ICONS.user],
  [/^PASS|^RECOVERY/, KEY],
  [/^EMAIL/, LATER_ICONS.mail],
] as const;

/** Returns label and icon of a security log action; the name of an unknown action is made readable. */
export function describeAction(name: string): Action {
  const label = nameOfAction(name) ?? readableName(name);
  return { label, glyph: GLYPHS.find(([pattern]) => pattern.test(name))?.[1] ?? SHIELD };
}

function readableName(name: string): string {
  const words = name.replaceAll("_", " ").trim().toLowerCase();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : text.unknownAction;
}
