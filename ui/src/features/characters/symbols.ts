/** SVG paths of the buttons of a character. */
export const BAG =
  "M8.5 7.5c-3 2-4.5 5-4.5 8 0 3.5 2.5 5 8 5s8-1.5 8-5c0-3-1.5-6-4.5-8ZM8.5 7.5 7 3.5h10l-1.5 4ZM9.5 11.5h5";
export const SCROLL = "M6 4h10.5a2 2 0 0 1 2 2v14H8a2 2 0 0 1-2-2ZM9.5 8.5h5.5M9.5 12h5.5M9.5 15.5h3";
export const BIN = "M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l.8 13.5h9.4l.8-13.5M10.2 10.5v5.5M13.8 10.5v5.5";
