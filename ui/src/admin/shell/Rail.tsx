import * as text from "text:admin";
import * as language from "text:language";
import { remove } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import * as control from "@shared/components/field.module.css";
import { formatHour } from "@shared/format";
import languages from "languages";
import { Link, NavLink } from "react-router-dom";
import { SESSION } from "../api/client";
import type { Page } from "../pages";
import { Icon } from "../parts/Icon";
import * as typography from "../parts/typography.module.css";
import { useSession } from "../session";
import { chooseLanguage } from "./chooseLanguage";
import * as css from "./shell.module.css";

export function Rail({ pages }: { pages: readonly Page[] }) {
  const { name, role, site_name, idle_ends_at } = useSession();
  const signOut = () => remove(SESSION).finally(() => location.reload());
  return (
    <nav className={css.rail} id="rail" aria-label={text.name}>
      <Link className={css.brand} to="/">
        <img src="/favicon.svg" width={30} height={30} alt="" />
        <b className={typography.cut}>{site_name}</b>
      </Link>
      <ul>
        {pages.map(({ path, title, icon, key }) => (
          <li key={path}>
            <NavLink to={path} end={path === "/"}>
              <Icon name={icon} />
              {title}
              <kbd>g {key}</kbd>
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
          <span>{text.language}</span>
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
