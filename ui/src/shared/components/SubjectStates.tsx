import { type ReactNode, useEffect } from "react";
import { ApiError } from "../api/client";
import * as utility from "../styles/utility.module.css";
import { Skeleton } from "./Skeleton";
import * as css from "./subject-states.module.css";

interface SubjectStatesProps<T> {
  data: T | null | undefined;
  error: unknown;
  /** Read aloud while the page is loading. */
  loading: string;
  failure: ReactNode;
  /** In place of a subject that does not exist. */
  none: ReactNode;
  children: (data: T) => ReactNode;
}

/** The states of the page of one subject: loading, failed, none under this address. */
export function SubjectStates<T>({ data, error, loading, failure, none, children }: SubjectStatesProps<T>) {
  if (data === null || (error instanceof ApiError && error.status === 404)) return none;
  if (data) return children(data);
  if (error) return failure;
  return (
    <div className={utility.wrap} role="status">
      <span className={utility.hidden}>{loading}</span>
      <Skeleton className={css.loading} />
    </div>
  );
}

export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
