import type { GlyphName } from "./Glyph";

interface Action {
  readonly words: string;
  readonly glyph: GlyphName;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  LOGIN: { words: "Login", glyph: "enter" },
  LOGOUT: { words: "Logout", glyph: "leave" },
  ACCOUNT_CREATED: { words: "Account created", glyph: "user" },
  PASSWORD_CHANGE: { words: "Password change", glyph: "key" },
  EMAIL_UPDATE: { words: "E-mail update", glyph: "mail" },
};

/** What the log calls an action, in words: one that came later than this page is made readable. */
export function describeAction(name: string): Action {
  return ACTIONS[name] ?? { words: readable(name), glyph: "shield" };
}

function readable(name: string): string {
  const words = name.replaceAll("_", " ").trim().toLowerCase();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : "Unknown";
}
