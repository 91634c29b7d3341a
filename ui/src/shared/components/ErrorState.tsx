import * as shared from "text:shared";
import type { ReactNode } from "react";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";
import { Icon } from "./Icon";

/** An error with a {shared.tryAgain} button, which reloads the page. */
export function ErrorState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState
        drawing="broken"
        title={title}
        actions={
          <Button onClick={() => window.location.reload()}>
            <Icon name="refresh" />
            {shared.tryAgain}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
