import * as text from "text:shell";
import { FirstFrameContext, useIsHydrated } from "@shared/api/firstFrame";
import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { SiteName } from "@shared/components/SiteName";
import { useSiteTexts } from "@shared/content";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { useContext } from "react";
import * as css from "./footer.module.css";
import { Languages } from "./Languages";

export function Footer() {
  const { name, tagline, credit, email, links, footer_links } = useSiteTexts();
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
              <Anchor to="rules">{text.rules}</Anchor>
              <Anchor to="events">{text.events}</Anchor>
              <Anchor to="rankings">{text.rankings}</Anchor>
              <Anchor to="donations">{text.donations}</Anchor>
            </ul>
          </nav>
          <nav aria-labelledby="foot-community">
            <h2 id="foot-community">{text.community}</h2>
            <ul>
              <Anchor to="forum">{text.forum}</Anchor>
              <Outside to={links.support}>{text.support}</Outside>
              <Outside to={links.bugs}>{text.bugs}</Outside>
              <Outside to={links.contact}>{text.contact}</Outside>
              {footer_links.map(({ label, url }) => (
                <Outside key={url} to={url}>
                  {label}
                </Outside>
              ))}
            </ul>
          </nav>
          <nav aria-labelledby="foot-legal">
            <h2 id="foot-legal">{text.legal}</h2>
            <ul>
              <Anchor to="terms">{text.terms}</Anchor>
              <Anchor to="privacy">{text.privacy}</Anchor>
              <Anchor to="gdpr">{text.gdpr}</Anchor>
            </ul>
          </nav>
        </div>
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

/** A link to an anchor of the current page, even if a page of that name exists. */
function Anchor({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <a href={`#${to}`}>{children}</a>
    </li>
  );
}

/** Nothing without an address. */
function Outside({ to, children }: { to: string; children: string }) {
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
