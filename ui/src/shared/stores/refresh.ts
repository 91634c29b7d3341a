import { mutate } from "swr";
import { create } from "zustand";

type Refresh = () => void;

interface Registry {
  callbacks: Readonly<Record<string, Refresh>>;
  /** Registers a refresh callback; returns a function that removes it. */
  register: (name: string, refresh: Refresh) => () => void;
  /** Calls the callback of `name`, if registered. */
  trigger: (name: string) => void;
}

/** Registry of refresh callbacks, so that one view can refresh another without importing it. */
export const useRefresh = create<Registry>((set, get) => ({
  callbacks: {},
  register: (name, refresh) => {
    set(({ callbacks }) => ({ callbacks: { ...callbacks, [name]: refresh } }));
    return () =>
      set(({ callbacks: { [name]: current, ...otherCallbacks } }) =>
        current === refresh ? { callbacks: otherCallbacks } : {},
      );
  },
  trigger: (name) => get().callbacks[name]?.(),
}));

let scheduled = false;

/** Reloads everything that shows coins; several calls in one task reload it once. */
export function refreshMoney(): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    const { callbacks, trigger } = useRefresh.getState();
    // The wallet, where it is shown, reloads the coins as well.
    if (callbacks.wallet) trigger("wallet");
    else void mutate("/api/player/coins");
  });
}
