import { createContext, useContext, useSyncExternalStore } from "react";

/** Offsets from UTC in minutes, each from the moment `since` (epoch seconds) on; oldest first. */
export type ZoneOffsets = readonly { readonly since: number; readonly minutes: number }[];

/** The data from which the service rendered the page; the document repeats them. */
export interface FirstFrame {
  /** Day of the rendering in the site's time zone: "2026-11-22". */
  readonly day: string;
  /** Offsets of the site's time zone. */
  readonly offsets: ZoneOffsets;
  /** Answers of the API by address. */
  readonly answers: Readonly<Record<string, unknown>>;
}

interface Frame extends FirstFrame {
  /** Called with each address that is read, while the service renders. */
  readonly onRead?: (address: string) => void;
}

/** The frame of a page that the service did not render. */
const EMPTY_FRAME: Frame = { day: "", offsets: [], answers: {} };

export const FirstFrameContext = createContext<Frame>(EMPTY_FRAME);

/** Returns the answer of an address in the first frame. */
export function useFirstAnswer<T>(address: string | null): T | undefined {
  const { answers, onRead } = useContext(FirstFrameContext);
  if (address === null) return;
  onRead?.(address);
  return answers[address] as T | undefined;
}

const subscribeToNothing = () => () => {};

/** Returns false while the page must equal what the service rendered: no clock, no zone of the reader. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

/** Parses what the service wrote into the document; null in an empty shell. */
export function readFirstFrame(): FirstFrame | null {
  const text = document.getElementById("first-frame")?.textContent;
  return text ? JSON.parse(text) : null;
}
