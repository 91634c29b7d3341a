import { ICONS as SHARED_ICONS } from "@shared/components/icons";

/** Icon paths of the tabs, on a 24 by 24 grid. */
export const ICONS = {
  bosses: SHARED_ICONS.bosses,
  castles:
    "M10 5V3M14 5V3M15 21v-3a3 3 0 0 0-6 0v3M18 3v8M18 5H6M22 11H2M22 9v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9M6 3v8",
  halls: "M3 11.5 12 4l9 7.500M5.500 10v10h13V10M9.500 20v-6h5v6",
  olympiad:
    "M10 14.66V17a1 1 0 0 1-1 1 2 2 0 0 0-2 2v2M14 14.66V17a1 1 0 0 0 1 1 2 2 0 0 1 2 2v2M17.916 10H19.5A2.5 2.5 0 0 0 22 7.5V5a1 1 0 0 0-1-1h-3M4 22h16M6 9a6 6 0 0 0 12 0V3a1 1 0 0 0-1-1H7a1 1 0 0 0-1 1zM6.084 10H4.5A2.5 2.5 0 0 1 2 7.5V5a1 1 0 0 1 1-1h3",
  signs: "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  wars: SHARED_ICONS.start,
} as const;
