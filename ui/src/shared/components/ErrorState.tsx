import type { ReactNode } from "react";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";
import { Icon } from "./Icon";

/** A failure, with the way out of it that every screen offers: load the page again. */
export function ErrorState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState
        drawing="broken"
        title={title}
        actions={
          <Button onClick={() => window.location.reload()}>
            <Icon name="refresh" />
            Try Again
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
