import { Glyph } from "@shared/components/Icon";
import * as utility from "@shared/styles/utility.module.css";
import { useState } from "react";
import { CastleMap } from "./CastleMap";
import { type Castle, commonSiege, hasOwner } from "./castles";
import { useContent } from "./content";
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
        title="Siege rules"
        figures={[
          { term: "When", text: sieges.day, note: sieges.time },
          { term: "Lasts", text: sieges.duration },
          { term: "Registration", text: sieges.registration },
          { term: "Clan limit", text: sieges.clan_limit },
          { term: "Zerg", text: sieges.zerg, forbidden: true },
        ]}
      />
      <div className={css.columns}>
        <CastleMap castles={castles} lit={lit} onLit={setLit} />
        <div className={css.stack}>
          <SiegeClock />
          <ResponsiveTable
            title="Castles"
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
  const siege: Column<Castle> = { name: "Next siege", show: ({ next_siege }) => next_siege };
  return [
    { name: "Castle", show: nameOf },
    { name: "Owner", show: ownerOf },
    ...(commonSiege(castles) === null ? [siege] : []),
    { name: "Defenders", end: true, show: ({ defenders }) => defenders },
    { name: "Challengers", end: true, show: ({ challengers }) => challengers },
  ];
}

const nameOf = ({ castle }: Castle) => (
  <span className={css.castle}>
    <Glyph path={ICONS.sieges} />
    {castle}
  </span>
);

const ownerOf = (castle: Castle) => (hasOwner(castle) ? castle.owner : <span className={utility.muted}>No Owner</span>);
