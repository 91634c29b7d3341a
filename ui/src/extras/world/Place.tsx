import valley from "art:scene-dragon-valley";
import * as text from "text:places";
import { ApiError } from "@shared/api/client";
import { LinkButton } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { PageHead } from "@shared/components/PageHead";
import { Skeleton } from "@shared/components/Skeleton";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { type ReactNode, useEffect } from "react";
import * as css from "./places.module.css";

interface PlaceProps<T> {
  data: T | null | undefined;
  error: unknown;
  kind: "bosses" | "castles";
  children: (data: T) => ReactNode;
}

/** The states of the page of a boss or castle: loading, failed, none under this address. */
export function Place<T>({ data, error, kind, children }: PlaceProps<T>) {
  if (data === null || (error instanceof ApiError && error.status === 404)) return <NoPlace kind={kind} />;
  if (data) return <>{children(data)}</>;
  if (error) return <ErrorState title={text.failed} />;
  return (
    <div className={utility.wrap} role="status">
      <span className={utility.hidden}>{text.loading}</span>
      <Skeleton className={css.loading} />
    </div>
  );
}

function NoPlace({ kind }: { kind: PlaceProps<unknown>["kind"] }) {
  const isBoss = kind === "bosses";
  return (
    <>
      <PageHead title={isBoss ? text.noBoss : text.noCastle} picture={valley} scene="valley" />
      <div className={utility.wrap}>
        <EmptyState
          drawing="lantern"
          title={text.otherName}
          actions={
            <LinkButton look="primary" to={{ pathname: paths.world, search: `?tab=${kind}` }}>
              {isBoss ? text.allBosses : text.allCastles}
            </LinkButton>
          }
        />
      </div>
    </>
  );
}

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
