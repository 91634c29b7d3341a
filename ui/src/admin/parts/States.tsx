import * as text from "text:admin";
import { errorText } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import type { ReactNode } from "react";

/** Rows of the final size while data loads. */
export function Loading({ rows = 3 }: { rows?: number }) {
  return (
    <div className="body stack" aria-busy="true">
      <span className="visually-hidden">{text.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal
        <span key={row} className="skeleton" />
      ))}
    </div>
  );
}

/** An error with a button that tries again. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  return (
    <div className="none" role="alert">
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

export const Empty = ({ children }: { children: ReactNode }) => <p className="none">{children}</p>;

export type Tone = "good" | "wait" | "bad" | "off" | "info";

/** A mark and a word, never colour alone. */
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`st ${tone}`}>{children}</span>
);
