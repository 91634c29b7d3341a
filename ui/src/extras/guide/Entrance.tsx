import forest from "art:scene-elven-forest";
import * as text from "text:guide";
import * as inventory from "text:inventory";
import { useGet } from "@shared/api/useGet";
import { chip } from "@shared/components/chip.module.css";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Link } from "@shared/components/Link";
import { PageHead } from "@shared/components/PageHead";
import { Panel } from "@shared/components/Panel";
import { formatNumber } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import type { GuideAnswer } from "./answers";
import { GuideList, showList } from "./GuideList";
import { GuideSearch } from "./GuideSearch";
import * as css from "./guide.module.css";
import { Rates } from "./Rates";
import { parseView, queryOf, searchOf } from "./view";

/** Fills the guide. */
const COMMAND = "gateway datapack import";

/** Search by name, monsters by level, items by kind. */
export function Entrance() {
  const [query] = useSearchParams();
  const view = parseView(query);
  const { data, error, isLoading } = useGet("/api/guide", queryOf(view), { keepPreviousData: true });
  return (
    <>
      <PageHead title={text.title} picture={forest} scene="forest" short>
        {text.lead}
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`} aria-busy={isLoading}>
        <GuideSearch
          key={view.kind === "name" ? "" : searchOf(view)}
          value={view.kind === "name" ? view.name : ""}
          live
        />
        {data?.about ? (
          <>
            <GuideList view={view} answer={data} />
            <Choices answer={data} search={searchOf({ ...view, page: 1 })} />
            <Rates about={data.about} />
          </>
        ) : data ? (
          <EmptyState drawing="lantern" title={text.notImported}>
            {text.notImportedText({ command: <code>{COMMAND}</code> })}
          </EmptyState>
        ) : (
          error && <ErrorState title={text.failed} />
        )}
      </div>
    </>
  );
}

/** `search`: query string of the present view. */
function Choices({ answer: { levels, categories }, search }: { answer: GuideAnswer; search: string }) {
  const link = (to: string, label: string, count: number, name?: ReactNode) => (
    <li key={to}>
      <Link
        className={chip}
        to={{ search: to }}
        onClick={showList}
        title={label}
        aria-label={label}
        aria-current={to === search ? "true" : undefined}
      >
        {name} {name !== count && <small>{formatNumber(count)}</small>}
      </Link>
    </li>
  );
  return (
    <div className={css.choices}>
      <Panel padded as="nav" aria-labelledby="guide-kinds">
        <h2 id="guide-kinds">{text.itemsByKind}</h2>
        <ul className={css.chips}>
          {categories.map(({ category, items }) => {
            const name = inventory.categories[category];
            const label = text.itemsOfKind({ kind: name, count: items });
            return link(searchOf({ kind: "category", category, page: 1 }), label, items, name);
          })}
        </ul>
      </Panel>
      <Panel padded as="nav" aria-labelledby="guide-levels">
        <h2 id="guide-levels">{text.monstersByLevel}</h2>
        <ul className={css.levels}>
          {levels.map(({ level, monsters }) =>
            link(
              searchOf({ kind: "level", level, page: 1 }),
              text.monstersOfLevel({ level: String(level), count: monsters }),
              monsters,
              level,
            ),
          )}
        </ul>
      </Panel>
    </div>
  );
}
