/** Icon paths on a 24 by 24 grid that only this feature uses. */
export const ICONS = {
  calendar: "M4.5 6.5h15v13h-15ZM4.5 10.5h15M8.5 4v4M15.5 4v4M8 14h2M14 14h2",
  gains: "m3.5 17 6-6 4 4 7-8M15.5 7h5v5",
  flag: "M6 21V4M6 4.5h12l-3 4 3 4H6",
  trophy: "M7.5 4.5h9v5a4.5 4.5 0 0 1-9 0ZM7.5 6h-3v1.5a3 3 0 0 0 3 3M16.5 6h3v1.5a3 3 0 0 1-3 3M12 14v6M8.5 20h7",
  filter: "M4 6h16M7 12h10M10.5 18h3",
  swords:
    "M4 4.5 15 15.5M4 4.5V7l8.5 9M4 4.5h2.5l9.5 8.5M13 18.5l5.5-5.5M16 16l4 4M20 4.5 14.5 10M20 4.5V7l-3.7 3.9M20 4.5h-2.5l-4 3.6M9 14.5l-2.5 2.6M5.5 13l5.5 5.5M8 16l-4 4",
} as const;
