import * as css from "./change.module.css";

const WORDS = ["", "Too short", "Weak", "Medium", "Strong"] as const;

/** 0 for nothing typed, else 1 to 4. */
function score(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === "") return 0;
  if (password.length < 6) return 1;
  if (password.length < 8) return 2;
  return /[a-z]/i.test(password) && /\d/.test(password) ? 4 : 3;
}

/** Four segments and a word; nothing while nothing is typed. */
export function StrengthMeter({ password }: { password: string }) {
  const reached = score(password);
  return (
    <p className={css.meter} data-score={reached} role="status">
      {reached > 0 && (
        <>
          <i />
          <i />
          <i />
          <i />
          <b>{WORDS[reached]}</b>
        </>
      )}
    </p>
  );
}
