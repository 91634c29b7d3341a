import colosseum from "art:scene-colosseum";
import boards from "panels:rankings";
import tools from "panels:rankingTools";
import * as game from "text:game";
import * as text from "text:rankings";
import * as shared from "text:shared";
import { ICONS as SHARED_ICONS } from "@shared/components/icons";
import { PageHead } from "@shared/components/PageHead";
import { Tabs } from "@shared/components/Tabs";
import { Panels, usePanels } from "@shared/panels";
import * as utility from "@shared/styles/utility.module.css";
import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { FilterBar } from "./FilterBar";
import * as css from "./filters.module.css";
import { ICONS } from "./icons";
import { RankingBoard } from "./RankingBoard";
import { type Filters, formatView, NO_FILTERS, parseView, tabQuery, type View, withDay, withFilters } from "./view";

const TABS = [
  { id: "pvp", label: game.pvpRankings, glyph: ICONS.swords },
  { id: "pk", label: text.pk, glyph: SHARED_ICONS.bosses },
] as const;

/** Tab, filters, day and page are kept in the address only. */
export default function Rankings() {
  const [query] = useSearchParams();
  const panels = usePanels(boards);
  const boardTabs = panels.map(({ tab, glyph }) => ({
    id: tab,
    label: text.tabs[tab as keyof typeof text.tabs],
    glyph,
  }));
  const open = panels.find(({ tab }) => tab === query.get("tab"));
  const tab = open?.tab ?? parseView(query).board;
  return (
    <>
      <PageHead title={shared.rankings} picture={colosseum} scene="colosseum" short>
        {open || query.has("at") ? text.leadOfOthers : text.lead}
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>
        <Tabs label={shared.rankings} tabs={[...TABS, ...boardTabs]} current={tab} search={tabQuery} />
        {open ? <open.Panel /> : <Characters key={tab} query={query} />}
      </div>
    </>
  );
}

function Characters({ query }: { query: URLSearchParams }) {
  const navigate = useNavigate();
  const viewInAddress = useMemo(() => parseView(query), [query]);
  const [view, anticipate] = useOptimistic(viewInAddress);
  // The router updates in a transition; the optimistic view shows a pressed control at once. The board follows later.
  const show = (next: View) =>
    startTransition(() => {
      anticipate(next);
      navigate({ search: formatView(next) });
    });
  const filter = (change: Partial<Filters>) => show(withFilters(view, change));
  const clear = useCallback(
    () => navigate({ search: formatView(withFilters(viewInAddress, NO_FILTERS)) }),
    [navigate, viewInAddress],
  );
  return (
    <>
      <FilterBar filters={view.filters} onChange={filter} isPast={view.at !== null} />
      <Panels
        of={tools}
        at={view.at}
        span={view.span}
        search={(span) => formatView({ ...view, span })}
        onChooseDay={(day) => show(withDay(view, day))}
      />
      <RankingBoard view={viewInAddress} onClear={clear} />
    </>
  );
}
