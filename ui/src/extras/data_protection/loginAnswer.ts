/** Whether the questions of this login are answered, for the pages of this tab. If storage is blocked, for this page. */
const KEY = "login_questions_answered";

export function wasAnswered(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function keepAnswer(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // The next page asks again.
  }
}

export function forgetAnswer(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
