import map from "art:map-aden";
import { MAP, type MapPoint } from "../adenMap";
import * as css from "./aden-map.module.css";
import { Panel } from "./Panel";
import { Picture } from "./Picture";

interface PlaceMapProps {
  label: string;
  /** A place with its name. */
  name?: string;
  at?: MapPoint | undefined;
  /** Border of a territory. */
  border?: string | undefined;
  /** Places without names. */
  points?: readonly MapPoint[];
}

/** Places on the map of Aden, in its units. */
export const PlaceMap = ({ label, name, at, border, points = [] }: PlaceMapProps) => (
  <Panel as="div" className={css.map}>
    <Picture source={map} sizes="(width < 900px) 100vw, 500px" loading="lazy" />
    <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} role="img" aria-label={label}>
      {border && <path className={css.chosen} d={border} />}
      {at && <circle className={css.place} cx={at[0]} cy={at[1]} r="11" />}
      {at && (
        <text className={css.name} x={Math.min(MAP.width - 150, Math.max(150, at[0]))} y={at[1] - 26}>
          {name}
        </text>
      )}
      {[css.edge, css.points].map(
        (className) => points.length > 0 && <path key={className} className={className} d={dots(points)} />,
      )}
    </svg>
  </Panel>
);

/** Lines without a length, whose round ends are dots. */
const dots = (points: readonly MapPoint[]) => points.map(([x, y]) => `M${x} ${y}h0`).join("");
