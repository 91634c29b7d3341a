import { KEYS } from "./tiers";

const PANE =
  "M-21.74 -93.51L-49.44 -196.89A57 57 0 0 1 0 -253.38A57 57 0 0 1 49.44 -196.89L21.74 -93.51A96 96 0 0 0 -21.74 -93.51Z";
const INNER = "M-17.86 -101.44L-43.28 -196.29A50 50 0 0 1 0 -245.83A50 50 0 0 1 43.28 -196.29L17.86 -101.44";

const user = "userSpaceOnUse";

/** Gradients and patterns of the wheel. */
export function WheelPaints() {
  return (
    <defs>
      {KEYS.map((key) => (
        <radialGradient key={key} id={`w-${key}`} gradientUnits={user} cx="0" cy="-212" r="125">
          <stop stopColor={`var(--tier-${key}-lit)`} />
          <stop offset=".5" stopColor={`color-mix(in srgb, var(--tier-${key}-lit) 46%, var(--tier-${key}-deep))`} />
          <stop offset="1" stopColor={`var(--tier-${key}-deep)`} />
        </radialGradient>
      ))}
      <radialGradient id="w-rim" gradientUnits={user} cx="0" cy="0" r="292">
        <stop offset=".88" stopColor="#10151f" />
        <stop offset=".93" stopColor="#2a3346" />
        <stop offset=".965" stopColor="#1a2130" />
        <stop offset="1" stopColor="#0b0f17" />
      </radialGradient>
      <radialGradient id="w-hub" gradientUnits={user} cx="-16" cy="-22" r="92">
        <stop stopColor="#2b3750" />
        <stop offset=".6" stopColor="#151c2b" />
        <stop offset="1" stopColor="#0a0d14" />
      </radialGradient>
      <linearGradient id="w-gold" gradientUnits={user} x1="-200" y1="-250" x2="200" y2="250">
        <stop stopColor="#f7e6b8" />
        <stop offset=".45" stopColor="#d4af6a" />
        <stop offset="1" stopColor="#8a6a35" />
      </linearGradient>
      <linearGradient id="w-tip" x1="0" x2="1">
        <stop stopColor="#fbeecb" />
        <stop offset=".49" stopColor="#d4af6a" />
        <stop offset=".51" stopColor="#8f6f3a" />
        <stop offset="1" stopColor="#c9a25b" />
      </linearGradient>
      <radialGradient id="w-halo">
        <stop offset=".72" stopColor="#d4af6a" stopOpacity=".2" />
        <stop offset="1" stopColor="#d4af6a" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="w-sheen" x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="#fff" stopOpacity=".13" />
        <stop offset=".5" stopColor="#fff" stopOpacity="0" />
      </linearGradient>
      <pattern id="w-lead" width="15" height="22" patternUnits={user}>
        <path d="M0 0 15 22M15 0 0 22" stroke="#05070b" strokeOpacity=".34" strokeWidth="1.1" fill="none" />
      </pattern>
      <path id="w-pane" d={PANE} />
      <path id="w-in" d={INNER} />
    </defs>
  );
}
