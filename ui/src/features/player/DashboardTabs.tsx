import rewards from "panel-names:rewards";
import * as text from "text:player";
import { classes } from "@shared/components/classes";
import { Glyph } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import * as tab from "@shared/components/tab.module.css";
import { usePanels } from "@shared/panels";
import { useLocation, useSearchParams } from "react-router-dom";
import * as css from "./dashboard-tabs.module.css";
import { type PlayerTab, TABS, withTab } from "./tabs";

/** The dashboard's tabs; that of rewards where extras pay coins. Each is a link: it can be shared, and Back returns. */
export function DashboardTabs({ current }: { current: PlayerTab }) {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const hasRewards = usePanels(rewards).length > 0;
  return (
    <nav className={css.tabs} aria-label={text.tabs}>
      <ul>
        {TABS.filter(({ id }) => id !== "rewards" || hasRewards).map(({ id, glyph }) => (
          <li key={id}>
            <Link
              className={classes(tab.tab, css.tab)}
              to={{ pathname, search: withTab(query, id) }}
              aria-label={text.tab[id]}
              aria-current={id === current.id ? "page" : undefined}
            >
              <Glyph path={glyph} />
              <span className={css.long}>{text.tab[id]}</span>
              <span className={css.short}>{id === "profile" ? text.shortProfile : text.tab[id]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
