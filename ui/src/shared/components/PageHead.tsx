import skyline from "art:skyline";
import type { ReactNode } from "react";
import * as utility from "../styles/utility.module.css";
import { Picture } from "./Picture";
import * as css from "./page-head.module.css";

interface PageHeadProps {
  title: ReactNode;
  children?: ReactNode;
}

/** Title of an inner page over the skyline. */
export function PageHead({ title, children }: PageHeadProps) {
  return (
    <div className={css.head}>
      <Picture source={skyline} sizes="100vw" className={css.picture} fetchPriority="high" />
      <div className={utility.wrap}>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
