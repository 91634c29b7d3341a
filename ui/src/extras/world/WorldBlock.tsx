import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Icon } from "@shared/components/Icon";
import { LocalTime } from "@shared/components/LocalTime";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import type { ReactNode } from "react";
import type { SWRResponse } from "swr";
import * as css from "./world.module.css";

interface WorldBlockProps<T> {
  answer: SWRResponse<T, Error>;
  /** Accuracy of the answer. */
  note?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A block of the world, or its skeleton or error; above it, that its table cannot be read; below it, when it was. */
export function WorldBlock<T extends { taken_at: string; unavailable: { since: string | null } | null }>({
  answer: { data, error },
  note,
  children,
}: WorldBlockProps<T>) {
  if (!data && error) return <ErrorState title={text.failed} />;
  if (!data)
    return (
      <div role="status">
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <Skeleton className={css.skeleton} />
      </div>
    );
  const since = data.unavailable?.since;
  if (since === null) return <EmptyState title={text.unavailable}>{text.unavailableText}</EmptyState>;
  return (
    <div className={css.block}>
      {since && (
        <p className={css.unavailable} role="status">
          <Icon name="alert" />
          <span>{text.unavailableSince({ time: <LocalTime inSentence at={since} format={formatAppointment} /> })}</span>
        </p>
      )}
      {children(data)}
      <p className={css.note}>
        <Icon name="info" />
        <span>
          {note} {text.readAt({ time: <LocalTime at={data.taken_at} format={formatAppointment} /> })}
        </span>
      </p>
    </div>
  );
}
