import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
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

/** A block of the world, or its skeleton or error; below it, the moment at which the game was read. */
export function WorldBlock<T extends { taken_at: string }>({
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
  return (
    <div className={css.block}>
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
