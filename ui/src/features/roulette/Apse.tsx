import * as css from "./wheel.module.css";

const STONE = "M2 640V360h18v280Z";
const SCONCE = "M4 348h14l-3-22H7ZM-4 360h30l-5-10H1Z";
const FLAME = "M11 268c7 14 12 24 9 40-2 12-16 12-18 0-3-14 7-22 9-40Z";
const CORE = "M11 288c4 8 6 14 4 24-1 6-7 6-8 0-2-9 3-14 4-24Z";

/** The arch and the torches behind the wheel; decoration. */
export function Apse() {
  return (
    <svg className={css.apse} viewBox="-120 0 980 640" aria-hidden="true">
      <defs>
        <radialGradient id="a-glow">
          <stop stopColor="#e58b4a" stopOpacity=".34" />
          <stop offset=".3" stopColor="#e58b4a" stopOpacity=".15" />
          <stop offset="1" stopColor="#e58b4a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="a-line" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#d4af6a" stopOpacity="0" />
          <stop offset=".35" stopColor="#d4af6a" stopOpacity=".5" />
          <stop offset="1" stopColor="#d4af6a" stopOpacity=".12" />
        </linearGradient>
        <linearGradient id="a-stone" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#1c2638" stopOpacity=".2" />
          <stop offset=".4" stopColor="#1a2233" />
          <stop offset="1" stopColor="#0b0e14" />
        </linearGradient>
      </defs>
      <path d="M22 640V338C22 190 160 60 370 6c210 54 348 184 348 332v302" stroke="url(#a-line)" fill="none" />
      <Torch />
      <g transform="translate(740 0) scale(-1 1)">
        <Torch />
      </g>
    </svg>
  );
}

function Torch() {
  return (
    <>
      <path d={STONE} fill="url(#a-stone)" />
      <circle cx="11" cy="300" r="150" fill="url(#a-glow)" />
      <path d={SCONCE} fill="#222c40" />
      <path className={css.flame} d={FLAME} fill="#e58b4a" />
      <path className={css.flame} d={CORE} fill="#ffe2a8" />
    </>
  );
}
