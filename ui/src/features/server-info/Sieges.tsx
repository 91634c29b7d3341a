import * as contentFields from "text:contentFields";
import * as game from "text:game";
import * as text from "text:serverInfo";
import * as shared from "text:shared";
import { Glyph } from "@shared/components/Icon";
import { MoreLink } from "@shared/components/MoreLink";
import { PanelTable } from "@shared/components/PanelTable";
import { Skeleton } from "@shared/components/Skeleton";
import type { Column } from "@shared/components/Table";
import { useContent } from "@shared/content";
import { paths } from "@shared/paths";
import { type Present, type PresentCastle, usePresent } from "@shared/present";
import * as utility from "@shared/styles/utility.module.css";
import { ByTheRules } from "./ByTheRules";
import { type Castle, commonSiege, hasOwner } from "./castles";
import { FigureStrip } from "./FigureStrip";
import { ICONS } from "./icons";
import { SiegeClock } from "./SiegeClock";
import * as css from "./sieges.module.css";

export function Sieges() {
  const { sieges } = useContent("info");
  const present = usePresent();
  return (
    <>
      <ByTheRules />
      <FigureStrip
        title={text.siegeRules}
        figures={[
          { term: shared.when, text: sieges.day, note: sieges.time },
          { term: text.lasts, text: sieges.duration },
          { term: text.registration, text: sieges.registration },
          { term: text.clanLimit, text: sieges.clan_limit },
          { term: contentFields.zerg, text: sieges.zerg, forbidden: true },
        ]}
      />
      <div className={css.columns}>
        <CastleTable present={present} />
        <SiegeClock>
          <MoreLink to={{ pathname: paths.world, search: "?tab=castles" }}>{text.liveCastles}</MoreLink>
        </SiegeClock>
      </div>
      {present?.note && <p className={css.note}>{present.note}</p>}
    </>
  );
}

/** By the game, or else by the operator's table. */
function CastleTable({ present }: { present: Present | null }) {
  const { castles } = useContent("info");
  const rows = present ? present.castles : castles.map(rowOf);
  if (!rows) return <Skeleton className={css.skeleton} />;
  const hasCommonSiege = present ? present.hasCommonSiege : commonSiege(castles) !== null;
  const columns = hasCommonSiege ? COLUMNS.filter((column) => column !== NEXT_SIEGE) : COLUMNS;
  return <PanelTable title={game.castles} rows={rows} keyOf={({ castle }) => castle} columns={columns} />;
}

const rowOf = (castle: Castle): PresentCastle => ({
  ...castle,
  owner: hasOwner(castle) ? castle.owner : null,
  nextSiege: castle.next_siege,
});

/** One time for all castles is said once, beside the table. */
const NEXT_SIEGE: Column<PresentCastle> = { name: game.nextSiege, show: ({ nextSiege }) => nextSiege };

const COLUMNS: readonly Column<PresentCastle>[] = [
  {
    name: game.castle,
    show: ({ castle }) => (
      <span className={css.castle}>
        <Glyph path={ICONS.sieges} />
        {castle}
      </span>
    ),
  },
  { name: game.clanOwner, show: ({ owner }) => owner ?? <span className={utility.muted}>{text.noOwner}</span> },
  NEXT_SIEGE,
  { name: game.defenders, end: true, show: ({ defenders }) => defenders },
  { name: text.challengers, end: true, show: ({ challengers }) => challengers },
];
