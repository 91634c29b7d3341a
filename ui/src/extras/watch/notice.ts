import { create } from "zustand";

const SHOWN_MS = 6000;

/** Why the last star was not changed, for some seconds. */
export const useNotice = create<{ notice: string | null }>(() => ({ notice: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

export function showNotice(notice: string): void {
  clearTimeout(timer);
  useNotice.setState({ notice });
  timer = setTimeout(() => useNotice.setState({ notice: null }), SHOWN_MS);
}
