interface Progress {
  level: number;
  exp_percent: number;
}

/** Progress within a level is less than one level. */
const standingOf = ({ level, exp_percent }: Progress) => level + exp_percent / 101;

/** The highest one of an account's characters. */
export const mainOf = <T extends Progress>(characters: readonly T[]): T | undefined =>
  [...characters].sort((a, b) => standingOf(b) - standingOf(a))[0];
