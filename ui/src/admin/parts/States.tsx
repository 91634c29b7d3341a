import * as text from "text:admin";
import * as shared from "text:shared";
import { errorText } from "@shared/api/errorText";
import { Button } from "@shared/components/Button";
import * as badge from "@shared/components/badge.module.css";
import { classes } from "@shared/components/classes";
import { Skeleton } from "@shared/components/Skeleton";
import { hidden } from "@shared/styles/utility.module.css";
import type { ReactNode } from "react";
import * as layout from "./layout.module.css";
import * as states from "./states.module.css";

/** Rows of the final size while data loads. */
export function Loading({ rows = 3 }: { rows?: number }) {
  return (
    <div className={layout.bodyStack} aria-busy="true">
      <span className={hidden}>{shared.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal
        <Skeleton key={row} />
      ))}
    </div>
  );
}

/** An error with a button that tries again. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  return (
    <div className={states.none} role="alert">
      <p>{errorText(error, text.failed)}</p>
      {onRetry && <Button onClick={onRetry}>{text.tryAgain}</Button>}
    </div>
  );
}

interface LoadStateProps {
  error: unknown;
  onRetry: () => unknown;
  /** Number of rows that the data will have. */
  rows?: number;
}

/** Stands in place of data that is loading or could not be loaded. */
export const LoadState = ({ error, onRetry, rows = 8 }: LoadStateProps) =>
  error ? <LoadError error={error} onRetry={() => void onRetry()} /> : <Loading rows={rows} />;

export const Empty = ({ children }: { children: ReactNode }) => <p className={states.none}>{children}</p>;

export type Tone = "good" | "wait" | "bad" | "off" | "info";

/** A mark and a word, never colour alone. */
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={classes(badge.badge, states.state, tone === "info" ? states.info : badge[tone])}>{children}</span>
);
