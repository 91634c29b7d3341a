import map from "art:map-aden";
import { Panel } from "@shared/components/Panel";
import { Picture } from "@shared/components/Picture";
import * as css from "./castle-map.module.css";
import { MAP } from "./territories";

interface PlaceMapProps {
  label: string;
  name: string;
  /** Place of the name and the mark, in units of the map. */
  at: readonly [number, number];
  /** Border of a territory. */
  border?: string | undefined;
}

/** One place on the map of Aden. */
export const PlaceMap = ({ label, name, at: [x, y], border }: PlaceMapProps) => (
  <Panel as="div" className={css.map}>
    <Picture source={map} sizes="(width < 900px) 100vw, 500px" loading="lazy" />
    <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} role="img" aria-label={label}>
      {border && <path className={css.chosen} d={border} />}
      <circle className={css.place} cx={x} cy={y} r="11" />
      <text className={css.name} x={Math.min(MAP.width - 150, Math.max(150, x))} y={y - 26}>
        {name}
      </text>
    </svg>
  </Panel>
);
