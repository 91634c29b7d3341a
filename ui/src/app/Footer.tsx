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
          </div>
          <nav aria-labelledby="foot-server">
            <h2 id="foot-server">Server</h2>
            <ul>
              <li>
                <Link to={paths.serverInfo}>Server Status</Link>
              </li>
              <Anchor to="rules">Rules</Anchor>
              <Anchor to="events">Events</Anchor>
              <Anchor to="rankings">Rankings</Anchor>
              <Anchor to="donations">Donations</Anchor>
            </ul>
          </nav>
          <nav aria-labelledby="foot-community">
            <h2 id="foot-community">Community</h2>
            <ul>
              <Anchor to="forum">Forum</Anchor>
              <Outside to={links.support}>Support</Outside>
              <Outside to={links.bugs}>Bug Reports</Outside>
              <Outside to={links.contact}>Contact</Outside>
              {footer_links.map(({ label, url }) => (
                <Outside key={url} to={url}>
                  {label}
                </Outside>
              ))}
            </ul>
          </nav>
          <nav aria-labelledby="foot-legal">
            <h2 id="foot-legal">Legal</h2>
            <ul>
              <Anchor to="terms">Terms of Service</Anchor>
              <Anchor to="privacy">Privacy Policy</Anchor>
              <Anchor to="gdpr">GDPR</Anchor>
            </ul>
          </nav>
        </div>
        <div className={classes(css.legal, utility.small)}>
          <p>
            Lineage and Lineage II are trademarks of NCSOFT Corporation. All other trademarks belong to their owners.
          </p>
          <p>This is a fan-run server. It is not affiliated with, endorsed by or sponsored by NCSOFT Corporation.</p>
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
