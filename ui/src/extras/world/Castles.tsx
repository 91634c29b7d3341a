import * as game from "text:game";
import * as text from "text:world";
import { useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { Link } from "@shared/components/Link";
import { PanelTable } from "@shared/components/PanelTable";
import { Segments } from "@shared/components/Segments";
import { SubjectActions } from "@shared/components/SubjectActions";
import type { Column } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import { siegeReportPath } from "@shared/reportPaths";
import { useSearchParams } from "react-router-dom";
import { CastleMap } from "./CastleMap";
import { CastlePanel, Owner } from "./CastlePanel";
import { type Castle, ofSide, taxText } from "./castle";
import * as css from "./castles.module.css";
import { NextSiege } from "./NextSiege";
import { WorldBlock } from "./WorldBlock";
import * as world from "./world.module.css";

export const Castles = () => (
  <WorldBlock answer={useGet("/api/world/castles")}>{({ data }) => <LoadedCastles castles={data} />}</WorldBlock>
);

/** Without a choice in the address, phones show the list and larger screens the map. */
function LoadedCastles({ castles }: { castles: readonly Castle[] }) {
  const [query] = useSearchParams();
  const view = query.get("view") ?? "";
  const selectedCastle =
    castles.find(({ name }) => name.toLowerCase() === query.get("castle")) ?? nextBesieged(castles);
  const ownedCount = castles.filter(({ owner }) => owner).length;
  const [showMap, showList] = [view !== "list", view !== "map"];
  return (
    <>
      <div className={world.row}>
        <p>{text.castlesHeld({ held: `${ownedCount}`, total: `${castles.length}` })}</p>
        <div className={css.view} data-default={view === "" || undefined}>
          <Segments
            label={text.view}
            name="view"
            current={view}
            segments={[
              { id: "map", label: text.map },
              { id: "list", label: text.list },
            ]}
          />
        </div>
      </div>
      {showMap && selectedCastle && (
        <div className={css.map} data-default={view === "" || undefined}>
          <CastleMap castles={castles} selectedCastle={selectedCastle} />
          <CastlePanel castle={selectedCastle} />
        </div>
      )}
      {showList && (
        <div className={css.list} data-default={view === "" || undefined}>
          <PanelTable title={text.blocks.castles} rows={castles} keyOf={({ id }) => id} columns={COLUMNS} />
        </div>
      )}
    </>
  );
}

/** The castle with the next siege; without any siege, Aden. */
function nextBesieged(castles: readonly Castle[]): Castle | undefined {
  const [first] = castles
    .filter(({ siege_at }) => siege_at)
    .sort((a, b) => (a.siege_at ?? "").localeCompare(b.siege_at ?? ""));
  return first ?? castles[4] ?? castles[0];
}

const COLUMNS: readonly Column<Castle>[] = [
  {
    name: game.castle,
    show: ({ id, name, path }) => (
      <span className={css.name}>
        <SubjectActions kind="castle" id={id} name={name} />
        <Link to={path}>{name}</Link>
      </span>
    ),
  },
  { name: game.clanOwner, show: (castle) => <Owner castle={castle} /> },
  { name: text.tax, end: true, show: ({ tax_percent }) => taxText(tax_percent) },
  { name: game.nextSiege, show: (castle) => <NextSiege castle={castle} /> },
  { name: game.attackers, end: true, show: ({ registered }) => formatNumber(ofSide(registered, "attacker").length) },
  {
    name: text.lastSiege,
    show: ({ id, last_siege }) =>
      last_siege ? <Link to={siegeReportPath(id, last_siege)}>{formatCalendarDay(last_siege)}</Link> : "–",
  },
];
