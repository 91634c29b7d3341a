import colosseum from "art:scene-colosseum";
import * as text from "text:rankings";
import { ICONS as SHARED } from "@shared/components/icons";
import { PageHead } from "@shared/components/PageHead";
import { Tabs } from "@shared/components/Tabs";
import * as utility from "@shared/styles/utility.module.css";
import { startTransition, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { FilterBar } from "./FilterBar";
import { ICONS } from "./icons";
import { RankingBoard } from "./RankingBoard";
import { type Board, type Filters, formatView, parseView, withBoard, withFilters } from "./view";

const TABS = [
  { id: "pvp", label: text.pvp, glyph: ICONS.swords },
  { id: "pk", label: text.pk, glyph: SHARED.bosses },
] as const;

/** Tab, filters and page are kept in the address only. */
export default function Rankings() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [view, anticipate] = useOptimistic(parseView(query));
  // The router updates in a transition; the optimistic view shows a pressed control at once.
  const filter = (change: Partial<Filters>) =>
    startTransition(() => {
      const next = withFilters(view, change);
      anticipate(next);
      navigate({ search: formatView(next) });
    });
  return (
    <>
      <PageHead title={text.title} picture={colosseum} scene="colosseum">
        {text.lead}
      </PageHead>
      <div className={utility.wrap}>
        <Tabs
          label={text.title}
          tabs={TABS}
          current={view.board}
          search={(board) => formatView(withBoard(board as Board))}
        />
        <FilterBar key={`filters of ${view.board}`} filters={view.filters} onChange={filter} />
        <RankingBoard key={view.board} view={view} onFilter={filter} />
      </div>
    </>
  );
}
