import { mutate } from "swr";
import { create } from "zustand";
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
  restore: () => void;
  setLoading: () => void;
  setUser: (user: User) => void;
  setError: (error: string) => void;
  clearError: () => void;
  /** Stores what the service answered to login or register and enters. */
  signIn: (token: string, user: User) => void;
  /** Merges changed fields into the user, here and in storage. */
  updateUser: (changes: Partial<User>) => void;
  /** Local only: the service is not asked. */
  signOut: () => void;
}

const LOGGED_OUT = { user: null, isAuthenticated: false, isLoading: false };

export const useSession = create<Session>((set, get) => ({
  user: null,
  isAuthenticated: false,
  isLoading: true,
  error: null,
  restore: () => {
    const stored = readUser();
    if (!readToken() || !stored) {
      set(LOGGED_OUT);
      return;
    }
    const user = parseUser(stored);
    if (user) get().setUser(user);
    else get().signOut();
  },
  setLoading: () => set({ isLoading: true, error: null }),
  setUser: (user) => set({ user, isAuthenticated: true, isLoading: false, error: null }),
  setError: (error) => set({ error, isLoading: false }),
  clearError: () => set({ error: null }),
  signIn: (token, user) => {
    writeToken(token);
    writeUser(user);
    get().setUser(user);
  },
  updateUser: (changes) => {
    const { user } = get();
    if (!user) return;
    const merged = { ...user, ...changes };
    writeUser(merged);
    get().setUser(merged);
  },
  signOut: () => {
    forgetSession();
    set(LOGGED_OUT);
    void mutate(isPersonal, undefined, { revalidate: false });
  },
}));

/** What one player saw must not be there for the next; the public answers are everybody's and stay. */
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
