import map from "art:map-aden";
import * as text from "text:world";
import { MAP } from "@shared/adenMap";
import * as adenMap from "@shared/components/aden-map.module.css";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { Picture } from "@shared/components/Picture";
import type { SVGProps } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { Castle } from "./castle";
import * as css from "./castle-map.module.css";
import { TERRITORIES } from "./territories";

interface CastleMapProps {
  castles: readonly Castle[];
  selectedCastle: Castle;
}

/** Owners on the map of Aden; each territory is a link that chooses its castle. */
export function CastleMap({ castles, selectedCastle }: CastleMapProps) {
  const byName = [...castles].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <Panel as="div" className={css.map}>
      <Picture source={map} sizes="(width < 1000px) 100vw, 660px" />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of links drawn in SVG */}
      <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} role="group" aria-label={text.map}>
        {byName.map((castle) => (
          <Territory key={castle.id} castle={castle} isChosen={castle === selectedCastle} />
        ))}
        <path className={adenMap.chosen} d={TERRITORIES[selectedCastle.name]?.border} />
      </svg>
    </Panel>
  );
}

function Territory({ castle: { name, owner }, isChosen }: { castle: Castle; isChosen: boolean }) {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const territory = TERRITORIES[name];
  if (!territory) return null;
  const { x, y, border } = territory;
  const next = new URLSearchParams(query);
  next.set("castle", name.toLowerCase());
  return (
    <Link to={{ pathname, search: `?${next}` }} aria-current={isChosen ? "true" : undefined}>
      <path className={css.border} d={border} />
      <g transform={`translate(${x} ${y})`}>
        <text y="-22" className={adenMap.name}>
          {name}
        </text>
        {owner?.crest && <image className={css.crest} href={owner.crest} x="-36" y="-9" width="32" height="24" />}
        <path
          className={css.tower}
          data-held={owner !== null}
          transform={owner?.crest ? "translate(19 0)" : undefined}
          d={TOWER}
        />
        <text y="42" className={owner ? css.owner : css.unowned} {...squeezedText(owner?.name ?? "")}>
          {owner?.name ?? text.noOwner}
        </text>
      </g>
    </Link>
  );
}

/** Units of the map between the names of two neighbours. */
const NAME_WIDTH = 200;

/** Squeezes a name of wide letters, which would cover the one beside it. */
function squeezedText(name: string): SVGProps<SVGTextElement> {
  const width = [...name].reduce((sum, letter) => sum + (/[a-z0-9]/.test(letter) ? 11 : 19), 0);
  return width > NAME_WIDTH + 60 ? { textLength: NAME_WIDTH, lengthAdjust: "spacingAndGlyphs" } : {};
}

const TOWER = "M-13 14V-6h5v4h5v-4h6v4h5v-4h5v20H4V7a4 4 0 0 0-8 0v7z";
