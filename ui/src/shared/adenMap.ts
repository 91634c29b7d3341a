/** Size of the map, in the units of its territories and of `map-aden.svg`. */
export const MAP = { width: 900, height: 980 } as const;

export type MapPoint = readonly [x: number, y: number];

/** Places of the game's world, and where the drawing has them; it is no scale of the world. */
const ANCHORS: readonly (readonly [x: number, y: number, mapX: number, mapY: number])[] = [
  [147300, 25751, 732, 450], // Aden
  [83800, 147550, 610, 690], // Giran
  [18339, 144611, 385, 715], // Dion
  [-14280, 123784, 226, 640], // Gludio
  [-81003, 152799, 118, 655], // Gludin
  [81493, 54623, 520, 490], // Oren
  [117772, 77737, 660, 530], // Hunters Village
  [147713, -55714, 706, 268], // Goddard
  [39841, -48430, 350, 292], // Rune
  [87350, -143809, 520, 100], // Schuttgart
  [115348, -180511, 610, 60], // Dwarven Village
  [111325, 221154, 605, 850], // Heine
  [45365, 49721, 425, 500], // Elven Village
  [11423, 16857, 340, 505], // Dark Elven Village
  [-44720, -113611, 150, 118], // Orc Village
  [-84330, 242962, 120, 845], // Talking Island
  [17225, 114173, 338, 622], // Cruma Tower
  [-9959, 176184, 240, 718], // Ant Nest
  [64328, 26803, 439, 421], // Sea of Spores
  [114649, 11115, 626, 435], // Tower of Insolence
  [177615, 114941, 770, 660], // Antharas' Lair
  [212852, -114842, 822, 216], // Hall of Flames
  [186699, -75915, 790, 190], // Imperial Tomb
  [91280, -117152, 545, 176], // Pavel Ruins
  [10468, -24569, 240, 343], // Primeval Isle
  [43408, 206881, 401, 902], // Devil's Isle
  [-22224, 14168, 262, 515], // Dark Forest
  [-89763, 105359, 112, 590], // Orc Barracks
  [-53001, 191425, 185, 716], // Forgotten Temple
  [-20000, 205000, 225, 728], // Wastelands
  [8652, -139941, 165, 112], // Frozen Waterfall
  [-4190, -80040, 158, 132], // Immortal Plateau
  [-112367, 234703, 98, 840], // Elven Ruins
  [171946, -173352, 645, 82], // Mithril Mines
];
/** Units of the map for one of the world, and its origin: those that fit the anchors best. */
const [SCALE_X, LEFT, SCALE_Y, TOP] = [0.00297, 265, 0.00213, 385];

/**
 * Returns where the map has a place of the world: as far from the nearest anchors as in the world, near ones counting
 * more. Rounded, so that the service and the browser write the same.
 */
export function mapPoint([x, y]: readonly [number, number]): MapPoint {
  let [dx, dy, sum] = [0, 0, 0];
  for (const [anchorX, anchorY, mapX, mapY] of ANCHORS) {
    const weight = 1 / ((x - anchorX) ** 2 + (y - anchorY) ** 2 + 1e6);
    dx += weight * (mapX - SCALE_X * anchorX - LEFT);
    dy += weight * (mapY - SCALE_Y * anchorY - TOP);
    sum += weight;
  }
  const within = (value: number, end: number) => Math.round(Math.min(end - 8, Math.max(8, value)));
  return [within(SCALE_X * x + LEFT + dx / sum, MAP.width), within(SCALE_Y * y + TOP + dy / sum, MAP.height)];
}
