import * as css from "./paperdoll.module.css";

/** Left half of the figure; the right half is mirrored. */
const CLOAK = "M110 150C140 146 170 152 180 178c10 60 14 150 22 270-16 8-34 12-52 12V150Z";
const ARMOUR = [
  "M110 196h32c8 40 6 66 4 84 10 50 14 104 16 160-16 6-34 8-52 8Z",
  "M110 140c20 2 36 8 44 20 2 22-2 44-8 62-10 6-24 8-36 8Z",
  "M150 152c20-2 34 12 34 36-8 8-24 10-36 4-8-16-6-32 2-40Z",
  "M182 190c4 26-4 46-20 58l-40 14-6-16 32-18 6-32c10 4 20 2 28-6Z",
  "M110 60c16 2 27 14 28 32v24c-2 14-12 24-28 28Z",
];
const SEAMS =
  "M128 300c4 50 6 100 6 146M146 280c-10 6-24 9-36 9M154 164c12 0 22 10 24 24M138 100h-22v-8h20M118 112v18M124 112v14M130 112v8";

const STEEL = "url(#knight)";

/** A knight with a sword, between the two columns of slots. */
export function CharacterSilhouette() {
  return (
    <svg className={css.doll} viewBox="0 0 220 470" aria-hidden="true">
      <defs>
        <linearGradient id="knight" x1="0" y1="0" x2="0" y2="1">
          <stop className={css.lit} />
          <stop className={css.dim} offset="0.7" />
          <stop className={css.dark} offset="1" />
        </linearGradient>
      </defs>
      <path className={css.niche} fill={STEEL} d="M6 464V150C6 62 48 20 110 6c62 14 104 56 104 144v314Z" />
      <path className={css.ledge} d="M16 464V152C16 70 54 30 110 17c56 13 94 53 94 135v312Z" />
      <Half />
      <g transform="matrix(-1 0 0 1 220 0)">
        <Half />
      </g>
      <path className={css.blade} d="M104 276h12l-2 152-4 12-4-12Z" />
      <path className={css.hilt} d="M76 268h68l-4 9H80ZM106 240h8v28h-8ZM102 234a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z" />
    </svg>
  );
}

function Half() {
  return (
    <g className={css.plate} fill={STEEL}>
      <path className={css.cloak} d={CLOAK} />
      {ARMOUR.map((part) => (
        <path key={part} d={part} />
      ))}
      <path className={css.seam} d={SEAMS} />
    </g>
  );
}
