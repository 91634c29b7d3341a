import LOADERS from "pages:screens";
import type { PageExtras } from "@shared/content";
import { lazy } from "react";
import { type Screens, screenOf } from "./AppRoutes";

/** Each page's code and styles are loaded when the page is first opened. */
export const SCREENS: Screens = Object.fromEntries(Object.entries(LOADERS).map(([name, load]) => [name, lazy(load)]));

/**
 * Returns the screens with that of this path loaded, and its part that the query string names. React hydrates a page that
 * is not loaded half a second later.
 */
export async function loadScreenOf(pathname: string, search: string, extras: PageExtras): Promise<Screens> {
  const name = screenOf(pathname, extras);
  const load = name && LOADERS[name];
  if (!load) return SCREENS;
  try {
    const screen = await load();
    await screen.prepare?.(search, extras);
    return { ...SCREENS, [name]: screen.default };
  } catch {
    return SCREENS; // the page loads again and shows the error
  }
}
