import * as contentFields from "text:contentFields";
import * as game from "text:game";
import * as text from "text:serverInfo";
import * as shared from "text:shared";
import { Glyph } from "@shared/components/Icon";
import { MoreLink } from "@shared/components/MoreLink";
import { PanelTable } from "@shared/components/PanelTable";
import type { Column } from "@shared/components/Table";
import { useContent } from "@shared/content";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { type Castle, commonSiege, hasOwner } from "./castles";
import { FigureStrip } from "./FigureStrip";
import { ICONS } from "./icons";
import { SiegeClock } from "./SiegeClock";
import * as css from "./sieges.module.css";

export function Sieges() {
  const { castles, sieges } = useContent("info");
  return (
    <>
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
        <PanelTable title={game.castles} rows={castles} keyOf={({ castle }) => castle} columns={columnsOf(castles)} />
        <SiegeClock>
          <MoreLink to={{ pathname: paths.world, search: "?tab=castles" }}>{text.liveCastles}</MoreLink>
        </SiegeClock>
      </div>
    </>
  );
}

/** One time for all castles is said once, above the table. */
function columnsOf(castles: readonly Castle[]): readonly Column<Castle>[] {
  const siege: Column<Castle> = { name: game.nextSiege, show: ({ next_siege }) => next_siege };
  return [
    { name: game.castle, show: nameOf },
    { name: game.clanOwner, show: ownerOf },
    ...(commonSiege(castles) === null ? [siege] : []),
    { name: game.defenders, end: true, show: ({ defenders }) => defenders },
    { name: text.challengers, end: true, show: ({ challengers }) => challengers },
  ];
}

const nameOf = ({ castle }: Castle) => (
  <span className={css.castle}>
    <Glyph path={ICONS.sieges} />
    {castle}
  </span>
);

const ownerOf = (castle: Castle) =>
  hasOwner(castle) ? castle.owner : <span className={utility.muted}>{text.noOwner}</span>;
