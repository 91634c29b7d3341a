import * as forms from "text:forms";
import { classes } from "./classes";
import { Icon } from "./Icon";
import * as css from "./password-match.module.css";

interface PasswordMatchProps {
  password: string;
  expected: string;
}

/** Says while typing whether the two passwords match. */
export function PasswordMatch({ password, expected }: PasswordMatchProps) {
  const matches = password === expected;
  return (
    <p className={classes(css.match, matches && css.good)} role="status">
      {password !== "" && (
        <>
          <Icon name={matches ? "check" : "alert"} />
          {matches ? forms.passwordsMatch : forms.passwordsDiffer}
        </>
      )}
    </p>
  );
}
