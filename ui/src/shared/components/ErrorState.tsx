import type { ReactNode } from "react";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";
import { Icon } from "./Icon";

/** An error with a Try Again button, which reloads the page. */
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
