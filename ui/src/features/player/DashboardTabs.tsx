import * as text from "text:player";
import { useSite } from "@shared/api/useSite";
import { classes } from "@shared/components/classes";
import { Glyph } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import * as tab from "@shared/components/tab.module.css";
import { useLocation, useSearchParams } from "react-router-dom";
import * as css from "./dashboard-tabs.module.css";
import { type PlayerTab, TABS, withTab } from "./tabs";

/** The dashboard's tabs; that of rewards where votes or referrals pay coins. Each is a link: it can be shared, and Back returns. */
export function DashboardTabs({ current }: { current: PlayerTab }) {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const { votes, referrals } = useSite().data ?? {};
  const hasRewards = votes || referrals;
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
              <span className={css.short}>{text.shortTab[id]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
