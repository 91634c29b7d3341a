/** The two keys a session lives in. A browser that forbids storage leaves the visitor logged out, never broken. */
const TOKEN = "auth_token";
const USER = "user_data";

export function readToken(): string | null {
  return read(TOKEN);
}

export function readUser(): string | null {
  return read(USER);
}

export function writeToken(token: string): void {
  write(TOKEN, token);
}

export function writeUser(user: object): void {
  write(USER, JSON.stringify(user));
}

export function forgetSession(): void {
  try {
    localStorage.removeItem(TOKEN);
    localStorage.removeItem(USER);
  } catch {
    // Storage is forbidden: there is nothing to forget.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The session lives until the page is closed.
  }
}
