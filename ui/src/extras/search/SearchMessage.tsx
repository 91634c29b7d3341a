import * as text from "text:search";
import * as shared from "text:shared";
import { ApiError } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { Icon } from "@shared/components/Icon";
import { Skeleton } from "@shared/components/Skeleton";
import * as css from "./search.module.css";

interface SearchMessageProps {
  isEmpty: boolean;
  isWaiting: boolean;
  error: unknown;
  onRetry: () => void;
}

/** The text in place of results: how to search, that nothing was found, or the reason of a failure. */
export function SearchMessage({ isEmpty, isWaiting, error, onRetry }: SearchMessageProps) {
  if (isEmpty)
    return (
      <div className={css.hint}>
        <p>{text.hint}</p>
        <p className={css.keys}>{text.keys}</p>
      </div>
    );
  if (isWaiting) return ROWS.map((row) => <Skeleton key={row} className={css.skeleton} />);
  if (error) return <Failure isLimited={error instanceof ApiError && error.status === 429} onRetry={onRetry} />;
  return (
    <div role="status">
      <EmptyState drawing="lantern" title={text.none}>
        {text.noneText}
      </EmptyState>
    </div>
  );
}

const ROWS = [1, 2, 3];

function Failure({ isLimited, onRetry }: { isLimited: boolean; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        drawing="broken"
        title={isLimited ? text.tooMany : text.failed}
        actions={
          <Button onClick={onRetry}>
            <Icon name="refresh" />
            {shared.tryAgain}
          </Button>
        }
      >
        {isLimited ? text.tooManyText : text.failedText}
      </EmptyState>
    </div>
  );
}
