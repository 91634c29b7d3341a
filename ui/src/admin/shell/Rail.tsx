import * as text from "text:admin";
import * as language from "text:language";
import * as shared from "text:shared";
import { remove } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import * as control from "@shared/components/field.module.css";
import { formatHour } from "@shared/format";
import { hidden } from "@shared/styles/utility.module.css";
import languages from "languages";
import { Link, NavLink } from "react-router-dom";
import { SESSION } from "../api/client";
import { useAdmin } from "../api/useAdmin";
import type { Page } from "../pages";
import { Icon } from "../parts/Icon";
import * as typography from "../parts/typography.module.css";
import { useSession } from "../session";
import { chooseLanguage } from "./chooseLanguage";
import * as css from "./shell.module.css";

const REFRESH_MS = 60_000;

export function Rail({ pages }: { pages: readonly Page[] }) {
  const { name, role, site_name, idle_ends_at } = useSession();
  const { data } = useAdmin("/api/admin/needs", undefined, { refreshInterval: REFRESH_MS });
  const casesOf = ({ cases = [] }: Page) => cases.reduce((sum, kind) => sum + (data?.counts[kind] ?? 0), 0);
  const signOut = () => remove(SESSION).finally(() => location.reload());
  return (
    <nav className={css.rail} id="rail" aria-label={shared.administration}>
      <Link className={css.brand} to="/">
        <img src="/favicon.svg" width={30} height={30} alt="" />
        <b className={typography.cut}>{site_name}</b>
      </Link>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <NavLink to={page.path} end={page.path === "/"}>
              <Icon name={page.icon} />
              {page.title}
              {casesOf(page) > 0 && <CaseCount count={casesOf(page)} />}
              <kbd>g {page.key}</kbd>
            </NavLink>
          </li>
        ))}
      </ul>
      <div className={css.who}>
        <span>
          <b>{name}</b> · {text.roles[role]}
        </span>
        <span>{text.sessionEnds({ time: formatHour(new Date(idle_ends_at)) })}</span>
        <label className={control.field}>
          <span>{shared.language}</span>
          <select
            className={control.input}
            value={language.code}
            onChange={(event) => chooseLanguage(event.target.value)}
          >
            {languages.map(({ code, name: languageName }) => (
              <option key={code} value={code} lang={code}>
                {languageName}
              </option>
            ))}
          </select>
        </label>
        <Button look="ghost" onClick={signOut}>
          {text.signOut}
        </Button>
      </div>
    </nav>
  );
}

/** How many cases of a page wait for a person. */
function CaseCount({ count }: { count: number }) {
  return (
    <b className={css.cases}>
      <span aria-hidden="true">{count}</span>
      <span className={hidden}>{text.needsPerson({ count })}</span>
    </b>
  );
}
