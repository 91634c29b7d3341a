import * as admin from "text:admin";
import * as text from "text:adminCompetitions";
import * as cards from "text:cards";
import * as game from "text:game";
import * as shared from "text:shared";
import { useAdmin } from "@admin/api/useAdmin";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { Filters } from "@admin/parts/Filters";
import * as layout from "@admin/parts/layout.module.css";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import { useFilters } from "@admin/parts/useFilters";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Link } from "react-router-dom";
import { NewCompetition } from "./NewCompetition";
import { type CompetitionRow, CompetitionState, daysOf } from "./states";

const COLUMNS: readonly Column<CompetitionRow>[] = [
  {
    title: cards.competition,
    kind: "long",
    value: ({ id, title }) => <Link to={`/competitions/${id}`}>{title}</Link>,
  },
  {
    title: shared.counts,
    value: ({ metric, entrants }) => (
      <>
        {game.metrics[metric]} <small>{text.entrantKinds[entrants]}</small>
      </>
    ),
  },
  { title: text.period, value: daysOf },
  { title: shared.state, kind: "lead", value: ({ state }) => <CompetitionState state={state} /> },
  { title: shared.coins, kind: "number", value: ({ coins }) => count(coins) },
  { title: text.paid, kind: "number", value: ({ paid }) => count(paid) },
];

/** All competitions; the filters are in the address. */
export function CompetitionList() {
  const { data, error, mutate } = useAdmin("/api/admin/competitions");
  const { allowed } = usePermission("competitions.change");
  const { filters } = useFilters();
  const words = (filters.get("text") ?? "").toLowerCase();
  const matches = ({ title, metric, state }: CompetitionRow) =>
    title.toLowerCase().includes(words) &&
    [metric, ""].includes(filters.get("metric") ?? "") &&
    [state, ""].includes(filters.get("state") ?? "");
  return (
    <>
      <PageTitle title={admin.pages.competitions} note={text.note} />
      <div className={layout.stack}>
        <Filters
          search={{ name: "text", label: text.search }}
          selects={[
            { name: "state", all: shared.everyState, options: text.states },
            { name: "metric", all: text.anyMetric, options: game.metrics },
          ]}
        />
        <Panel title={admin.pages.competitions} first>
          {data ? (
            <DataTable
              emptyText={data.data.length ? text.noMatch : text.none}
              key={filters.toString()}
              caption={admin.pages.competitions}
              columns={COLUMNS}
              rows={data.data.filter(matches)}
              keyOf={({ id }) => id}
              tight
            />
          ) : (
            <LoadState error={error} onRetry={mutate} />
          )}
        </Panel>
        {allowed && <NewCompetition onDone={() => void mutate()} />}
      </div>
    </>
  );
}
