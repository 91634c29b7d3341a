import navigation from "pages:navigation";
import searches from "panel-names:search";
import ofHeader from "panels:header";
import * as shared from "text:shared";
import * as text from "text:shell";
import { useIsHydrated } from "@shared/api/firstFrame";
import { Button, LinkButton } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { SiteName } from "@shared/components/SiteName";
import { useSiteTexts } from "@shared/content";
import { useHasPage } from "@shared/extras";
import { Panels, usePanels } from "@shared/panels";
import { paths } from "@shared/paths";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import * as css from "./header.module.css";
import { Languages } from "./Languages";

const MoreLinks = lazy(() => import("./MoreLinks").catch(() => ({ default: () => <></> })));

export function Header() {
  const { pathname, key } = useLocation();
  const { name, logo, header_links: links } = useSiteTexts();
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const show = useDialogs((dialogs) => dialogs.show);
  const isHydrated = useIsHydrated();
  const hasPage = useHasPage();
  const hasSearch = usePanels(searches).length > 0;
  const hasParts = usePanels(ofHeader).length > 0;
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the route or the visitor changes
  useEffect(() => setOpen(false), [key, isAuthenticated]);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape") setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever in the header the focus is
    <header
      className={classes(css.header, pathname === paths.home && css.over, open && css.open)}
      onKeyDown={closeOnEscape}
    >
      <div className={classes(utility.wrap, css.row)}>
        <Link className={css.brand} to={paths.home} aria-label={text.homeLink({ name })}>
          <img src={logo} width="44" height="44" alt="" />
          <SiteName width={96} height={19} />
        </Link>
        <nav className={css.navigation} id="navigation" aria-label={text.main}>
          {navigation.header.filter(hasPage).map((to) => (
            <Link key={to} to={to} aria-current={pathname === to ? "page" : undefined}>
              {text.navigation[to as keyof typeof text.navigation]}
            </Link>
          ))}
          {navigation.footer.filter(hasPage).map((to) => (
            <Link key={to} className={css.menuLink} to={to} aria-current={pathname === to ? "page" : undefined}>
              {text.navigation[to as keyof typeof text.navigation]}
            </Link>
          ))}
          {links.map(({ label, url }) => (
            <a key={url} className={css.menuLink} href={url}>
              {label}
            </a>
          ))}
          {links.length > 0 && (
            <div className={css.barLinks}>
              <Suspense>{isHydrated && <MoreLinks links={links} />}</Suspense>
            </div>
          )}
          <div className={css.menuLanguages}>
            <Languages />
          </div>
          <div className={css.menuActions}>
            <Actions inMenu />
          </div>
        </nav>
        <div className={css.actions}>
          {hasSearch && (
            <Button
              look="ghost"
              icon
              aria-label={shared.search}
              aria-keyshortcuts="/ Control+K"
              onClick={() => show("search")}
            >
              <Icon name="search" />
            </Button>
          )}
          {hasParts && (
            <div className={classes(css.parts, isAuthenticated && css.ofSession)}>
              <Suspense>{isHydrated && <Panels of={ofHeader} />}</Suspense>
            </div>
          )}
          <div className={css.barLanguages}>
            <Languages short />
          </div>
          <div className={css.barActions}>
            <Actions />
          </div>
          <Button
            className={css.toggle}
            icon
            aria-label={shared.menu}
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? "close" : "menu"} />
          </Button>
        </div>
      </div>
    </header>
  );
}

/** Login, register, profile and logout buttons: in the bar, and in the menu on small screens. */
function Actions({ inMenu = false }: { inMenu?: boolean }) {
  const { isAuthenticated, signOut } = useSession();
  // Logging out removes the button, so the focus moves to the content.
  const leave = () => {
    signOut();
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  const show = useDialogs((dialogs) => dialogs.show);
  if (isAuthenticated)
    return (
      <>
        <LinkButton to={paths.player} wide={inMenu}>
          <Icon name="profile" />
          {shared.myProfile}
        </LinkButton>
        {inMenu ? (
          <Button wide onClick={leave}>
            {text.logout}
          </Button>
        ) : (
          <Button look="ghost" icon aria-label={text.logout} onClick={leave}>
            <Icon name="logout" />
          </Button>
        )}
      </>
    );
  return (
    <>
      <Button look={inMenu ? "secondary" : "ghost"} wide={inMenu} onClick={() => show("login")}>
        {shared.login}
      </Button>
      <Button look="primary" wide={inMenu} onClick={() => show("register")}>
        {shared.register}
      </Button>
    </>
  );
}
