import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import * as css from "./change.module.css";

interface MatchProps {
  typed: string;
  meant: string;
  /** Whether the field's own error says it already. */
  told: boolean;
}

/** Says while typing whether both passwords are the same. */
export function Match({ typed, meant, told }: MatchProps) {
  const matches = typed === meant;
  const silent = typed === "" || (told && !matches);
  return (
    <p className={classes(css.match, matches && css.good)} role="status">
      {!silent && (
        <>
          <Icon name={matches ? "check" : "alert"} />
          {matches ? "Passwords match" : "Passwords do not match"}
        </>
      )}
    </p>
  );
}
