import * as text from "text:charts";
import * as shared from "text:shared";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import type { ReactNode } from "react";
import * as css from "./charts.module.css";

interface ChartPanelProps {
  title: string;
  /** Shown at the far end of the title line. */
  note: ReactNode;
  state: "loading" | "failed" | "empty" | "drawn";
  /** Text if there is no data yet. */
  empty: string;
  children?: ReactNode;
}

/** Null: no data yet. */
export function stateOf(figures: object | null | undefined, error: unknown): ChartPanelProps["state"] {
  if (figures) return "drawn";
  if (figures === null) return "empty";
  return error ? "failed" : "loading";
}

/** A titled chart panel; loading, failed and empty states have the same height. */
export function ChartPanel({ title, note, state, empty, children }: ChartPanelProps) {
  return (
    <Panel padded as="article" className={css.panel} aria-busy={state === "loading"}>
      <header className={css.head}>
        <h3>{title}</h3>
        <div>{note}</div>
      </header>
      {state === "loading" && (
        <div className={css.loading}>
          <VisuallyHidden>{shared.loading}</VisuallyHidden>
          <Skeleton className={css.skeleton} />
        </div>
      )}
      {state === "failed" && (
        <div className={css.placeholder}>
          <ErrorState title={text.failed} />
        </div>
      )}
      {state === "empty" && (
        <div className={css.placeholder}>
          <EmptyState drawing="lantern" title={text.collecting}>
            {empty}
          </EmptyState>
        </div>
      )}
      {state === "drawn" && children}
    </Panel>
  );
}
