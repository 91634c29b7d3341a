import * as text from "text:watch";
import type { Subject } from "@shared/panels";
import { starKey } from "@shared/stores/starred";
import { readChoice, writeChoice } from "@shared/stores/storage";
import { create } from "zustand";
import { showNotice } from "./notice";
import type { Named } from "./subjects";

export interface BrowserStar extends Named {
  /** ISO 8601. */
  readonly since: string;
}

const STORAGE = "stars";
/** As many as the service keeps for an account. */
const LIMIT = 200;

const TEXTS = ["kind", "name", "since"] as const;
const isStar = (row: Partial<BrowserStar> | null): row is BrowserStar =>
  typeof row?.id === "number" && TEXTS.every((field) => typeof row[field] === "string");

/** The stars of this browser, which visitors have: the newest first. */
export const useBrowserStars = create<{ stars: readonly BrowserStar[] }>(() => ({ stars: read() }));

function read(): readonly BrowserStar[] {
  try {
    const rows: unknown = JSON.parse(readChoice(STORAGE) ?? "[]");
    return Array.isArray(rows) ? rows.filter(isStar).slice(0, LIMIT) : [];
  } catch {
    return [];
  }
}

function write(stars: readonly BrowserStar[]): void {
  writeChoice(STORAGE, JSON.stringify(stars));
  useBrowserStars.setState({ stars });
}

/** Stars a subject in this browser, or takes its star away; another tab may have changed the list before. */
export function toggleInBrowser({ kind, id, name }: Subject): void {
  const stars = read();
  const otherStars = stars.filter((star) => starKey(star) !== starKey({ kind, id }));
  if (otherStars.length < stars.length) write(otherStars);
  else if (stars.length < LIMIT) write([{ kind, id, name, since: new Date().toISOString() }, ...stars]);
  else showNotice(text.full({ count: LIMIT }));
}

/** Ends the list: an account has it now. */
export const clearBrowserStars = (): void => write([]);

/** Follows changes of other tabs; returns a function that ends it. */
export function followBrowserStars(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE || key === null) useBrowserStars.setState({ stars: read() });
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
