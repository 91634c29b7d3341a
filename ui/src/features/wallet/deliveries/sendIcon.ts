/** A coin and an arrow. */
export const SEND_ICON =
  "M3.5 7.5a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM14 7.5h6.5M17.5 4.5l3 3-3 3M7.5 14.500v2.500a3 3 0 0 0 3 3h9.500";
