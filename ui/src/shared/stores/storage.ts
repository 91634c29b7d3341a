/** Storage keys of the session. If storage is blocked, the session lasts until the page is closed. */
const TOKEN = "auth_token";
const USER = "user_data";
/** Time at which the user was stored, in epoch milliseconds. */
const USER_TIME = "user_data_at";

const forbidden = new Map<string, string>();

export const readToken = (): string | null => read(TOKEN);
export const readUser = (): string | null => read(USER);
export const writeToken = (token: string): void => write(TOKEN, token);
export const readUserTime = (): number => Number(read(USER_TIME) ?? Number.NaN);

export function writeUser(user: object): void {
  write(USER, JSON.stringify(user));
  write(USER_TIME, String(Date.now()));
}

export function forgetSession(): void {
  for (const key of [TOKEN, USER, USER_TIME]) forget(key);
}

/** Calls back when another tab changes the session, and when a page returns from the back/forward cache. */
export function onSessionElsewhere(onChange: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    // A null key: the storage was cleared.
    if (key === null || key === TOKEN || key === USER) onChange();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) onChange();
  });
}

/** Returns once the address that linked to the first page of this tab, which app/start.js writes. */
export function takeEntry(): string | null {
  try {
    const address = sessionStorage.getItem("entry_referrer");
    sessionStorage.removeItem("entry_referrer");
    return address;
  } catch {
    return null;
  }
}

/** View preferences, and what else outlives the session. */
export const readChoice = (name: string): string | null => read(name);
export const writeChoice = (name: string, value: string): void => write(name, value);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return forbidden.get(key) ?? null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    forbidden.set(key, value);
  }
}

function forget(key: string): void {
  forbidden.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked: only the memory copy existed.
  }
}
