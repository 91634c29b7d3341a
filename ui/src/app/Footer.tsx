import navigation from "pages:navigation";
import * as shared from "text:shared";
import * as text from "text:shell";
import { FirstFrameContext, useIsHydrated } from "@shared/api/firstFrame";
import { classes } from "@shared/components/classes";
import { ErrorBoundary } from "@shared/components/ErrorBoundary";
import { Icon } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { SiteName } from "@shared/components/SiteName";
import { useFooterAnchors, useSiteTexts } from "@shared/content";
import { useHasPage } from "@shared/extras";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { lazy, Suspense, useContext } from "react";
import { useLocation } from "react-router-dom";
import * as css from "./footer.module.css";
import { Languages } from "./Languages";

const OperatorText = lazy(() => import("./OperatorText"));

/** Titles of the anchors, which may have a text of the operator. */
const TITLES = {
  rules: text.rules,
  events: shared.events,
  rankings: shared.rankings,
  donations: shared.donations,
  forum: text.forum,
  terms: text.terms,
  privacy: text.privacy,
  gdpr: text.gdpr,
};
type AnchorName = keyof typeof TITLES;

export function Footer() {
  const { name, tagline, credit, email, links, footer_links } = useSiteTexts();
  const hasPage = useHasPage();
  return (
    <footer className={css.footer}>
      <div className={utility.wrap}>
        <div className={css.columns}>
          <div className={css.about}>
            <SiteName width={112} height={22} />
            <p>{tagline}</p>
            {email && <a href={`mailto:${email}`}>{email}</a>}
            <div className={css.languages}>
              <Languages />
            </div>
          </div>
          <nav aria-labelledby="foot-server">
            <h2 id="foot-server">{text.server}</h2>
            <ul>
              <li>
                <Link to={paths.serverInfo}>{text.serverStatus}</Link>
              </li>
              {navigation.footer.filter(hasPage).map((to) => (
                <li key={to}>
                  <Link to={to}>{text.navigation[to as keyof typeof text.navigation]}</Link>
                </li>
              ))}
              <Anchor to="rules" />
              <Anchor to="events" />
              <Anchor to="rankings" />
              <Anchor to="donations" />
            </ul>
          </nav>
          <nav aria-labelledby="foot-community">
            <h2 id="foot-community">{text.community}</h2>
            <ul>
              <Anchor to="forum" />
              <ExternalLink to={links.support}>{text.support}</ExternalLink>
              <ExternalLink to={links.bugs}>{text.bugs}</ExternalLink>
              <ExternalLink to={links.contact}>{shared.contact}</ExternalLink>
              {footer_links.map(({ label, url }) => (
                <ExternalLink key={url} to={url}>
                  {label}
                </ExternalLink>
              ))}
            </ul>
          </nav>
          <nav aria-labelledby="foot-legal">
            <h2 id="foot-legal">{text.legal}</h2>
            <ul>
              <Anchor to="terms" />
              <Anchor to="privacy" />
              <Anchor to="gdpr" />
            </ul>
          </nav>
        </div>
        <OpenText />
        <div className={classes(css.legal, utility.small)}>
          <p>{text.trademarks}</p>
          <p>{text.fanRun}</p>
          <p>
            © <Year /> {name}. {credit}
          </p>
        </div>
      </div>
    </footer>
  );
}

function Year() {
  const { day } = useContext(FirstFrameContext);
  return useIsHydrated() ? new Date().getFullYear() : day.slice(0, 4);
}

/** The operator's text of the anchor in the address. */
function OpenText() {
  const anchor = useLocation().hash.slice(1);
  const hasText = useFooterAnchors().includes(anchor);
  if (!useIsHydrated() || !hasText) return null;
  return (
    <ErrorBoundary resetKey={anchor}>
      <Suspense>
        <OperatorText key={anchor} anchor={anchor} title={TITLES[anchor as AnchorName]} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A link to an anchor of the current page, even if a page of that name exists. */
function Anchor({ to }: { to: AnchorName }) {
  return (
    <li>
      <a href={`#${to}`}>{TITLES[to]}</a>
    </li>
  );
}

/** Nothing without an address. */
function ExternalLink({ to, children }: { to: string; children: string }) {
  if (!to) return null;
  return (
    <li>
      <a href={to} target="_blank" rel="noopener">
        {children}
        <Icon name="outside" />
      </a>
    </li>
  );
}
