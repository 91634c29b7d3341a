import * as text from "text:player";
import { Link } from "@shared/components/Link";
import { paths } from "@shared/paths";
import * as css from "./breadcrumb.module.css";

/** Home / Player / the open tab. */
export function Breadcrumb({ tab }: { tab: string }) {
  return (
    <nav className={css.crumbs} aria-label={text.breadcrumb}>
      <ol>
        <li>
          <Link to={paths.home}>{text.home}</Link>
        </li>
        <li>
          <Link to={paths.player}>{text.player}</Link>
        </li>
        <li aria-current="page">{tab}</li>
      </ol>
    </nav>
  );
}
