import forest from "art:scene-elven-forest";
import similar from "panels:noPage";
import * as shared from "text:shared";
import { Suspense } from "react";
import { matchPath, useHref, useLocation } from "react-router-dom";
import { useIsHydrated } from "../api/firstFrame";
import { NAME_MAX, tidyName } from "../characterNames";
import { Panels } from "../panels";
import { paths } from "../paths";
import * as utility from "../styles/utility.module.css";
import { useNameInPath } from "../useNameInPath";
import { Button } from "./Button";
import { SearchField } from "./Field";
import { Icon } from "./Icon";
import { MoreLink } from "./MoreLink";
import * as css from "./no-public-page.module.css";
import { PageHead } from "./PageHead";

/** The same page for an unknown, a hidden and an erased character or clan, and for those of extras that are off. */
export default function NoPublicPage() {
  const name = useMissingName();
  return (
    <>
      <PageHead title={shared.noPage} picture={forest} scene="forest" short>
        {shared.noPageText}
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>
        {/* Works without scripts: the service renders the rankings of a name. */}
        <form className={css.form} action={useHref(paths.rankings)} aria-label={shared.search}>
          <SearchField
            key={name}
            name="search_name"
            label={shared.partOfName}
            defaultValue={name}
            maxLength={2 * NAME_MAX}
            required
          />
          <Button type="submit" look="primary">
            <Icon name="search" />
            {shared.search}
          </Button>
        </form>
        <Suspense>{name && <Panels of={similar} name={name} />}</Suspense>
        <p>
          <MoreLink to={paths.rankings}>{shared.rankings}</MoreLink>
        </p>
      </div>
    </>
  );
}

/** The name of a character or clan in the address; empty for others, for an id, and where the service renders. */
function useMissingName(): string {
  const isHydrated = useIsHydrated();
  const { pathname } = useLocation();
  const pattern = [paths.character, paths.clan].find((path) => matchPath(path, pathname)) ?? "";
  const name = tidyName(useNameInPath(pattern));
  return isHydrated && !name.startsWith("~") ? name : "";
}
