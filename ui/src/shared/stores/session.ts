import { mutate } from "swr";
import { create } from "zustand";
import { get as read } from "../api/client";
import { forgetSession, readToken, readUser, writeToken, writeUser } from "./storage";

/** What login and register return beside the token; stored whole. */
export interface User {
  username: string;
  email?: string | null;
  [field: string]: unknown;
}

interface Session {
  user: User | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  error: string | null;
  /** Takes up what is stored, without asking the service: at the start, and when another tab has changed it. */
  restore: () => void;
  setLoading: () => void;
  setUser: (user: User) => void;
  setError: (error: string) => void;
  clearError: () => void;
  /** Stores what the service answered to login or register and enters. */
  signIn: (token: string, user: User) => void;
  /** Asks the service who is logged in. Whatever keeps it from answering logs out. */
  refreshUser: () => Promise<void>;
  /** Merges changed fields into the user, here and in storage, then takes what the service holds in its place. */
  updateUser: (changes: Partial<User>) => Promise<void>;
  /** Local only: the service is not asked. */
  signOut: () => void;
}

const LOGGED_OUT = { user: null, isAuthenticated: false, isLoading: false, error: null };

export const useSession = create<Session>((set, get) => ({
  user: null,
  isAuthenticated: false,
  isLoading: true,
  error: null,
  restore: () => {
    const stored = readUser();
    const before = get().user;
    if (!readToken() || !stored) {
      if (before) forgetPersonal();
      set(LOGGED_OUT);
      return;
    }
    const user = parseUser(stored);
    if (!user) get().signOut();
    else if (JSON.stringify(user) !== JSON.stringify(before)) {
      if (before) forgetPersonal();
      get().setUser(user);
    }
  },
  setLoading: () => set({ isLoading: true, error: null }),
  setUser: (user) => set({ user, isAuthenticated: true, isLoading: false, error: null }),
  setError: (error) => set({ error, isLoading: false }),
  clearError: () => set({ error: null }),
  signIn: (token, user) => {
    if (get().user) forgetPersonal();
    writeToken(token);
    writeUser(user);
    get().setUser(user);
  },
  refreshUser: async () => {
    try {
      await takeHeldUser();
    } catch {
      get().signOut();
    }
  },
  updateUser: async (changes) => {
    const { user } = get();
    if (!user) {
      // Another tab has logged out meanwhile.
      const error = new Error("Profile update failed");
      set({ error: error.message });
      throw error;
    }
    keepUser({ ...user, ...changes });
    void mutate(FIGURES, (seen: object | undefined) => seen && { ...seen, ...changes }, { revalidate: false });
    try {
      await takeHeldUser();
    } catch (error) {
      console.warn("The profile was changed but could not be read again:", error instanceof Error && error.message);
    }
  },
  signOut: () => {
    forgetSession();
    forgetPersonal();
    set(LOGGED_OUT);
  },
}));

const PROFILE = "/api/auth/profile";
const FIGURES = "/api/player/profile";

/** Keeps a fresh token in place of the one that a change of password has killed; other tabs go on with it, too. */
export const storeToken = (token: string): void => writeToken(token);

/** Takes what the service holds of the user. An answer to a session that has ended meanwhile enters nobody. */
async function takeHeldUser(): Promise<void> {
  const token = readToken();
  const user = await read<User>(PROFILE);
  if (token !== null && token === readToken()) keepUser(user);
}

function keepUser(user: User): void {
  writeUser(user);
  useSession.getState().setUser(user);
}

/**
 * What one player saw must not be there for the next; the public answers are everybody's and stay. The answers go at
 * once; once the screens that showed them are gone, so do the questions still under way, which no new screen may join.
 */
function forgetPersonal(): void {
  void mutate(isPersonal, undefined, { revalidate: false });
  setTimeout(() => void mutate(isPersonal));
}

function isPersonal(key: unknown): boolean {
  return typeof key === "string" && /^\/api\/(auth|player|donations|roulette)\//.test(key);
}

function parseUser(stored: string): User | null {
  try {
    const user: unknown = JSON.parse(stored);
    return isUser(user) ? user : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is User {
  return typeof value === "object" && value !== null && typeof (value as User).username === "string";
}
