import * as forms from "text:forms";
import { classes } from "./classes";
import { Icon } from "./Icon";
import * as css from "./password-match.module.css";

interface PasswordMatchProps {
  typed: string;
  expected: string;
}

/** Says while typing whether the two passwords match. */
export function PasswordMatch({ typed, expected }: PasswordMatchProps) {
  const matches = typed === expected;
  return (
    <p className={classes(css.match, matches && css.good)} role="status">
      {typed !== "" && (
        <>
          <Icon name={matches ? "check" : "alert"} />
          {matches ? forms.passwordsMatch : forms.passwordsDiffer}
        </>
      )}
    </p>
  );
}
