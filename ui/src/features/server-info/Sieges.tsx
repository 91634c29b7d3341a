import * as text from "text:serverInfo";
import { Glyph } from "@shared/components/Icon";
import { useContent } from "@shared/content";
import * as utility from "@shared/styles/utility.module.css";
import { useState } from "react";
import { CastleMap } from "./CastleMap";
import { type Castle, commonSiege, hasOwner } from "./castles";
import { FigureStrip } from "./FigureStrip";
import { ICONS } from "./icons";
import { type Column, ResponsiveTable } from "./ResponsiveTable";
import { SiegeClock } from "./SiegeClock";
import * as css from "./sieges.module.css";

export function Sieges() {
  const { castles, sieges } = useContent("info");
  const [lit, setLit] = useState<string | null>(null);
  return (
    <>
      <FigureStrip
        title={text.siegeRules}
        figures={[
          { term: text.when, text: sieges.day, note: sieges.time },
          { term: text.lasts, text: sieges.duration },
          { term: text.registration, text: sieges.registration },
          { term: text.clanLimit, text: sieges.clan_limit },
          { term: text.zerg, text: sieges.zerg, forbidden: true },
        ]}
      />
      <div className={css.columns}>
        <CastleMap castles={castles} lit={lit} onLit={setLit} />
        <div className={css.stack}>
          <SiegeClock />
          <ResponsiveTable
            title={text.castles}
            rows={castles}
            nameOf={({ castle }) => castle}
            columns={columnsOf(castles)}
            lit={lit}
            onLit={setLit}
          />
        </div>
      </div>
    </>
  );
}

/** One time for all castles is said once, above the table. */
function columnsOf(castles: readonly Castle[]): [Column<Castle>, ...Column<Castle>[]] {
  const siege: Column<Castle> = { name: text.nextSiege, show: ({ next_siege }) => next_siege };
  return [
    { name: text.castle, show: nameOf },
    { name: text.owner, show: ownerOf },
    ...(commonSiege(castles) === null ? [siege] : []),
    { name: text.defenders, end: true, show: ({ defenders }) => defenders },
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
