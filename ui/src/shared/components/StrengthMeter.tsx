import * as forms from "text:forms";
import { classes } from "./classes";
import * as css from "./strength.module.css";

const WORDS = ["", forms.tooShort, forms.weak, forms.medium, forms.strong] as const;
const SEGMENTS = [1, 2, 3, 4];

type Score = 0 | 1 | 2 | 3 | 4;
const WEAK = 2;
const STRONG = 4;

/**
 * Password strength in four segments and a word; one that the service has refused, as too common, is weak at most.
 * Rendered also while empty, so that nothing moves and the first word is announced.
 */
export function StrengthMeter({ password, isRefused }: { password: string; isRefused: boolean }) {
  const score = Math.min(strength(password), isRefused ? WEAK : STRONG) as Score;
  return (
    <p className={classes(css.meter, css[`score${score}`])} role="status">
      {SEGMENTS.map((segment) => (
        <i key={segment} />
      ))}
      <b>{WORDS[score]}</b>
    </p>
  );
}

/** 0 for an empty password, 1 too short, 2 weak, 3 medium, 4 strong. */
export function strength(password: string): Score {
  if (password === "") return 0;
  if (password.length < 6) return 1;
  if (password.length < 8) return 2;
  return /[a-z]/i.test(password) && /[0-9]/.test(password) ? 4 : 3;
}
