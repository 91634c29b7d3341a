/** Icon paths on a 24 by 24 grid that only this feature uses. */
export const ICONS = {
  filter: "M4 6h16M7 12h10M10.5 18h3",
  swords:
    "M4 4.5 15 15.5M4 4.5V7l8.5 9M4 4.5h2.5l9.5 8.5M13 18.5l5.5-5.5M16 16l4 4M20 4.5 14.5 10M20 4.5V7l-3.7 3.9M20 4.5h-2.5l-4 3.6M9 14.5l-2.5 2.6M5.5 13l5.5 5.5M8 16l-4 4",
} as const;
