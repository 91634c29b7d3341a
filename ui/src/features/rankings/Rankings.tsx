import colosseum from "art:scene-colosseum";
import * as text from "text:rankings";
import { ICONS as SHARED_ICONS } from "@shared/components/icons";
import { PageHead } from "@shared/components/PageHead";
import { Tabs } from "@shared/components/Tabs";
import { useExtra, useHasPage } from "@shared/extras";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ClanBoard } from "./ClanBoard";
import { CompetitionBoards } from "./CompetitionBoards";
import { FilterBar } from "./FilterBar";
import { GainBoards } from "./GainBoards";
import { ICONS } from "./icons";
import { PastDays } from "./PastDays";
import { RankingBoard } from "./RankingBoard";
import { Segments } from "./Segments";
import * as tools from "./tools.module.css";
import {
  type Filters,
  formatView,
  NO_FILTERS,
  parseView,
  type Span,
  tabQuery,
  type View,
  withDay,
  withFilters,
} from "./view";

const TABS = [
  { id: "pvp", label: text.pvp, glyph: ICONS.swords },
  { id: "pk", label: text.pk, glyph: SHARED_ICONS.bosses },
  { id: "gains", label: text.gains, glyph: ICONS.gains },
  { id: "clans", label: text.clans, glyph: ICONS.flag },
  { id: "competitions", label: text.competitions, glyph: ICONS.trophy },
] as const;

/** Tab, filters, day and page are kept in the address only. */
export default function Rankings() {
  const [query] = useSearchParams();
  const hasPage = useHasPage();
  const tabs = TABS.filter(({ id }) => hasPage({ pathname: paths.rankings, search: tabQuery(id) }));
  const tab = tabs.find(({ id }) => id === query.get("tab"))?.id ?? "pvp";
  return (
    <>
      <PageHead title={text.title} picture={colosseum} scene="colosseum">
        {text.lead}
      </PageHead>
      <div className={utility.wrap}>
        <Tabs label={text.title} tabs={tabs} current={tab} search={tabQuery} />
        {tab === "gains" && <GainBoards />}
        {tab === "clans" && <ClanBoard />}
        {tab === "competitions" && <CompetitionBoards />}
        {(tab === "pvp" || tab === "pk") && <Characters key={tab} query={query} />}
      </div>
    </>
  );
}

function Characters({ query }: { query: URLSearchParams }) {
  const navigate = useNavigate();
  const hasHistory = useExtra("history");
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
      {hasHistory && (
        <div className={tools.tools}>
          {view.at === null && (
            <Segments
              label={text.movement}
              choices={text.spans}
              current={view.span}
              search={(span) => formatView({ ...view, span: span as Span })}
            />
          )}
          <PastDays at={view.at} onChoose={(day) => show(withDay(view, day))} />
        </div>
      )}
      <RankingBoard view={viewInAddress} onClear={clear} />
    </>
  );
}
