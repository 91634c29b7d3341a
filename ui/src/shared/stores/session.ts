import * as text from "text:shared";
import { mutate } from "swr";
import { create } from "zustand";
import { ApiError, get as read } from "../api/client";
import { forgetSession, readToken, readUser, readUserTime, writeToken, writeUser } from "./storage";

/** User data returned by login and register; stored whole. */
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
  /** True if coins and history belong to an earlier account of the name. */
  isFrozen: boolean;
  /** Restores the stored session without a request: at the start, and after a change in another tab. */
  restore: () => void;
  setLoading: () => void;
  setUser: (user: User) => void;
  setError: (error: string | null) => void;
  clearError: () => void;
  /** Stores the response of login or register and starts the session. */
  signIn: (token: string, user: User) => void;
  /** Reloads the user; any failure but a first 503 logs out, unless another session has begun. */
  refreshUser: () => Promise<void>;
  /** Merges changes into state and storage, then reloads the user. */
  updateUser: (changes: Partial<User>) => Promise<void>;
  /** Logs out locally, without a request. */
  signOut: () => void;
}

const LOGGED_OUT = { user: null, isAuthenticated: false, isLoading: false, error: null, isFrozen: false };

export const useSession = create<Session>((set, get) => ({
  ...LOGGED_OUT,
  isLoading: true,
  restore: () => {
    const storedUser = readUser();
    const { user: previous, isLoading } = get();
    if (!readToken() || !storedUser) {
      if (previous) forgetPersonal();
      // A logout elsewhere comes as one event for each key; between them something may have failed.
      if (previous || isLoading) set(LOGGED_OUT);
      return;
    }
    const user = parseUser(storedUser);
    if (!user) get().signOut();
    else if (JSON.stringify(user) !== JSON.stringify(previous)) {
      if (previous) forgetPersonal();
      set({ isFrozen: false });
      get().setUser(user);
    }
  },
  setLoading: () => set({ isLoading: true, error: null }),
  setUser: (user) => set({ user, isAuthenticated: true, isLoading: false, error: null }),
  setError: (error) => set({ error, isLoading: false }),
  clearError: () => set({ error: null }),
  signIn: (token, user) => {
    if (get().user) leave();
    writeToken(token);
    writeUser(user);
    set({ isFrozen: false });
    get().setUser(user);
  },
  refreshUser: async () => {
    const token = readToken();
    try {
      await takeHeldUser().catch(retryOnce);
    } catch {
      if (token === readToken()) get().signOut();
    }
  },
  updateUser: async (changes) => {
    const { user } = get();
    if (!user) {
      // Another tab has logged out.
      const error = new Error(text.profileUpdate);
      set({ error: error.message });
      throw error;
    }
    keepUser({ ...user, ...changes });
    void mutate(FIGURES, (profile: object | undefined) => profile && { ...profile, ...changes }, { revalidate: false });
    try {
      await takeHeldUser();
    } catch (error) {
      console.warn("The profile was changed but could not be read again:", error instanceof Error && error.message);
    }
  },
  signOut: () => {
    leave();
    forgetSession();
    set(LOGGED_OUT);
  },
}));

const PROFILE = "/api/auth/profile";
const FIGURES = "/api/player/profile";

const DAY_MS = 86_400_000;
/** Wait before a service that is unavailable is asked again. */
const UNAVAILABLE_MS = 3000;

/** Reloads a user that was stored more than a day ago. */
export function refreshOldUser(): void {
  if (Date.now() - readUserTime() > DAY_MS) void useSession.getState().refreshUser();
}

/** Stores the token that replaces the one a password change invalidated; other tabs use it too. */
export const storeToken = (token: string): void => writeToken(token);

/** Reloads the user. A response to a session that has ended is ignored. */
async function takeHeldUser(): Promise<void> {
  const token = readToken();
  const user = await read<User>(PROFILE);
  if (token !== null && token === readToken()) keepUser(user);
}

/** A restart of the database at the wrong moment ends no session. */
async function retryOnce(error: unknown): Promise<void> {
  if (!(error instanceof ApiError && error.status === 503)) throw error;
  await new Promise((resolve) => setTimeout(resolve, UNAVAILABLE_MS));
  await takeHeldUser();
}

function keepUser(user: User): void {
  writeUser(user);
  useSession.getState().setUser(user);
}

/** The service worker ends the push messages of the session, also if the page is closed at once. */
function leave(): void {
  navigator.serviceWorker?.controller?.postMessage("leave");
  forgetPersonal();
}

/**
 * Clears personal data from the cache for the next player; public data stays. Data is cleared at once; after the views
 * are unmounted, requests under way are dropped too, so that no new view joins them.
 */
function forgetPersonal(): void {
  void mutate(isPersonal, undefined, { revalidate: false });
  setTimeout(() => void mutate(isPersonal));
}

function isPersonal(key: unknown): boolean {
  return typeof key === "string" && /^\/api\/(auth|player|donations|roulette)\//.test(key);
}

function parseUser(storedUser: string): User | null {
  try {
    const user: unknown = JSON.parse(storedUser);
    return isUser(user) ? user : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is User {
  return typeof value === "object" && value !== null && typeof (value as User).username === "string";
}
