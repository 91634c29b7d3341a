/** The drawing of the coin that donations buy, on a field of 24 by 24. */
export const COIN_ICON =
  "M2.5 12a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0 -19 0ZM6 12.2c2-2.8 4.3-3.7 6.2-3.7 2 0 3.6 1 4.6 2.3L19 9.3c-.5 1-.6 1.9-.6 2.7s.1 1.8.6 2.8l-2.2-1.5c-1 1.4-2.6 2.4-4.6 2.4-1.9 0-4.2-.9-6.2-3.5Z";
