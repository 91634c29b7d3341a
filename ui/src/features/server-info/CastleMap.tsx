import map from "art:map-aden";
import * as text from "text:serverInfo";
import { Panel } from "@shared/components/Panel";
import { Picture } from "@shared/components/Picture";
import type { PointerEvent } from "react";
import * as css from "./castle-map.module.css";
import { type Castle, hasOwner } from "./castles";
import { MAP, TERRITORIES } from "./territories";

interface CastleMapProps {
  castles: readonly Castle[];
  /** Name of the highlighted castle. */
  lit: string | null;
  onLit: (castle: string | null) => void;
}

/** Owners on the map of Aden. Hidden from screen readers: the table beside it says the same. */
export function CastleMap({ castles, lit, onLit }: CastleMapProps) {
  const onPointerOver = ({ target }: PointerEvent) =>
    onLit((target as Element).closest<SVGGElement>("[data-castle]")?.dataset.castle ?? null);
  return (
    <Panel
      as="div"
      className={css.map}
      aria-hidden="true"
      onPointerOver={onPointerOver}
      onPointerLeave={() => onLit(null)}
    >
      <Picture source={map} sizes="(width < 1000px) 100vw, 660px" loading="lazy" />
      <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} aria-hidden="true">
        {castles.map((castle) => (
          <Territory key={castle.castle} castle={castle} lit={castle.castle === lit} />
        ))}
      </svg>
    </Panel>
  );
}

function Territory({ castle, lit }: { castle: Castle; lit: boolean }) {
  const { castle: name, owner } = castle;
  const territory = TERRITORIES[name];
  if (!territory) return null;
  const { x, y, border } = territory;
  return (
    <g data-castle={name} data-lit={lit || undefined}>
      <path className={css.border} d={border} />
      <g transform={`translate(${x} ${y})`}>
        <text y="-22" className={css.name}>
          {name}
        </text>
        <path className={css.tower} data-held={hasOwner(castle)} d={TOWER} />
        <text y="42" className={hasOwner(castle) ? css.owner : css.unowned}>
          {hasOwner(castle) ? owner : text.noOwner}
        </text>
      </g>
    </g>
  );
}

const TOWER = "M-13 14V-6h5v4h5v-4h6v4h5v-4h5v20H4V7a4 4 0 0 0-8 0v7z";
