import type { ReactNode } from "react";
import type { To } from "react-router-dom";
import * as utility from "../styles/utility.module.css";
import { LinkButton } from "./Button";
import { EmptyState } from "./EmptyState";

interface NoSubjectProps {
  head: ReactNode;
  title: string;
  /** The page to go on to, and its name. */
  to: To;
  children: string;
}

/** The page of an address without a subject. */
export const NoSubject = ({ head, title, to, children }: NoSubjectProps) => (
  <>
    {head}
    <div className={utility.wrap}>
      <EmptyState
        drawing="lantern"
        title={title}
        actions={
          <LinkButton look="primary" to={to}>
            {children}
          </LinkButton>
        }
      />
    </div>
  </>
);
