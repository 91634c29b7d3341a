import siege from "art:scene-siege";
import * as text from "text:reports";
import { ApiError } from "@shared/api/client";
import { ErrorState } from "@shared/components/ErrorState";
import NoPublicPage from "@shared/components/NoPublicPage";
import { PageHead } from "@shared/components/PageHead";
import type { Source } from "@shared/components/Picture";
import { Skeleton } from "@shared/components/Skeleton";
import * as utility from "@shared/styles/utility.module.css";
import { type ReactNode, useEffect } from "react";
import * as css from "./reports.module.css";

interface ReportProps<T> {
  data: T | null | undefined;
  error: unknown;
  children: (data: T) => ReactNode;
}

/** The states of a report: loading, failed, none under this address. */
export function Report<T>({ data, error, children }: ReportProps<T>) {
  if (data === null || (error instanceof ApiError && error.status === 404)) return <NoPublicPage />;
  if (data) return <>{children(data)}</>;
  if (error)
    return (
      <>
        <PageHead title={text.report} picture={siege} scene="siege" />
        <ErrorState title={text.failed} />
      </>
    );
  return (
    <div className={utility.wrap} role="status">
      <span className={utility.hidden}>{text.loading}</span>
      <Skeleton className={css.loading} />
    </div>
  );
}

interface ReportPageProps {
  title: string;
  documentTitle: string;
  picture: Source;
  scene: "siege" | "boss" | "colosseum";
  /** Text below the title. */
  lead: ReactNode;
  children: ReactNode;
}

export function ReportPage({ title, documentTitle, picture, scene, lead, children }: ReportPageProps) {
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <>
      <PageHead title={title} picture={picture} scene={scene}>
        {lead}
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>{children}</div>
    </>
  );
}
