import * as text from "text:reports";
import { ErrorState } from "@shared/components/ErrorState";
import { NoSubject } from "@shared/components/NoSubject";
import { PageHead } from "@shared/components/PageHead";
import type { Source } from "@shared/components/Picture";
import { SubjectStates } from "@shared/components/SubjectStates";
import * as utility from "@shared/styles/utility.module.css";
import { type ReactNode, useEffect } from "react";
import type { To } from "react-router-dom";
import * as css from "./reports.module.css";

interface ReportProps<T> {
  data: T | null | undefined;
  error: unknown;
  picture: Source;
  scene: "siege" | "boss" | "colosseum";
  /** The title of an address without a report, with the page to go on to and its name. */
  none: { title: string; to: To; more: string };
  children: (data: T) => ReactNode;
}

/** The states of a report: loading, failed, none under this address. */
export const Report = <T,>({ data, error, picture, scene, none, children }: ReportProps<T>) => (
  <SubjectStates
    data={data}
    error={error}
    loading={text.loading}
    failure={
      <>
        <PageHead title={text.report} picture={picture} scene={scene} />
        <ErrorState title={text.failed} />
      </>
    }
    none={
      <NoSubject
        head={<PageHead title={none.title} picture={picture} scene={scene} />}
        title={text.noReportText}
        to={none.to}
      >
        {none.more}
      </NoSubject>
    }
  >
    {children}
  </SubjectStates>
);

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
