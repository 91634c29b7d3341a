import { mutate } from "swr";
import { create } from "zustand";

type Refresh = () => void;

interface Registry {
  callbacks: Readonly<Record<string, Refresh>>;
  /** A screen offers to refresh what `name` stands for, and takes the offer back with what is returned. */
  register: (name: string, refresh: Refresh) => () => void;
  /** Another screen asks for it; nothing happens where no screen shows it. */
  trigger: (name: string) => void;
}

/** Lets one screen refresh what another shows, without either knowing the other. */
export const useRefresh = create<Registry>((set, get) => ({
  callbacks: {},
  register: (name, refresh) => {
    set(({ callbacks }) => ({ callbacks: { ...callbacks, [name]: refresh } }));
    return () =>
      set(({ callbacks: { [name]: current, ...others } }) => (current === refresh ? { callbacks: others } : {}));
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
