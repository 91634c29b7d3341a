import * as text from "text:reports";
import * as shared from "text:shared";
import { useIsHydrated } from "@shared/api/firstFrame";
import { CopyButton } from "@shared/components/CopyButton";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { weekPath } from "@shared/reportPaths";
import { useHref, useLocation } from "react-router-dom";
import * as css from "./reports.module.css";

interface ShareProps {
  /** Address of the picture; without one the report is not final. */
  picture?: string | undefined;
  alt: string;
  /** The week whose review has the report. */
  week?: string;
  /** The address to copy; by default that of the page. */
  path?: string;
}

/** Link preview and address of a report. */
export function Share({ picture, alt, week, path }: ShareProps) {
  return (
    <section aria-labelledby="share" className={css.section}>
      <SectionHead title={shared.share} id="share" />
      <div className={css.columns}>
        {picture && <img className={css.picture} src={picture} width={1200} height={630} alt={alt} loading="lazy" />}
        <Panel padded>
          <Address path={path} />
          <p className={css.note}>{picture ? text.shareNote : text.shareLater}</p>
          {week && <MoreLink to={weekPath(week)}>{text.weekTitle}</MoreLink>}
        </Panel>
      </div>
    </section>
  );
}

function Address({ path }: { path: string | undefined }) {
  const { pathname } = useLocation();
  const href = useHref(path ?? pathname);
  const address = useIsHydrated() ? window.location.origin + href : href;
  return (
    <>
      <p className={css.label}>{text.address}</p>
      <div className={css.address}>
        <code>{address}</code>
        <CopyButton value={address} copiedText={shared.copied}>
          {shared.copy}
        </CopyButton>
      </div>
    </>
  );
}
